# shellcheck shell=bash disable=SC2034,SC2154 # perf/compare, which sources this, sets and uses variables with it
# The options of perf/compare, and what of them its folder keeps. Takes cluster_tools/profile.sh, too.
#
#     settings_read ARGUMENT ...       sets folder and option[]: from the command line, the folder, or else as they are here
#     settings_check_words BENCH       the words that only bench knows
#     settings_keep                    writes to the folder what a later run has to keep to: not before something can be measured
#     settings_words                   the options as words, for those who read the results

usage="usage: perf/compare [OPTION VALUE ...] FOLDER
FOLDER keeps the results. If it is there, the run goes on: with its options, and only with those in brackets may others be given.

    --processes LIST      2 to 128 (3,4,5,6,7,8,12,13,15,16)
    --sizes LIST          bytes of the vector, as 8,1000,32k,1m (8,64,512,1000,4k,32k,100000,256k,1m)
    --collectives LIST    allreduce,reduce,reduce_scatter,reduce_scatter_block, which is the default; iallreduce and so on
    --operators LIST      those of perf/bench (sum_double,matrix2x2,sum_int,maxloc_double_int)
    --eager LIST          all: no message waits for a rendezvous; default: as btl/tcp has it (all,default)
    --rivals LIST         entries of perf/bench; all: every algorithm of stock Open MPI (all). Its own choice is always there
    --forced yes|no       each algorithm of rabred, too, for the map of the fastest (yes)
    --mpich yes|no        MPICH on the same hosts, in a job of its own beside each (yes)
    --parameters LIST     of Open MPI, as NAME=VALUE,NAME=VALUE: what rabred is told of the network, for instance; tune: what rabred_tune
                          measures on the hosts of each p before anything else, half a minute for each or more (none)
    --drop FACTOR         what is so many times slower than the fastest is not timed further (1.5)
    --latency, --rate, --ranks-per-host    of the hosts, as perf/cluster has them (10ms, 20mbit, 1)
    --samples N           calls of each entry in a cell (10)
    --seed N              order of the cells (1)
    [--jobs N]            of each cell, an even number; half of them choose the best rival, the others are compared (4)
    [--minutes N]         ends after the last cell that fits, and is to be started again (0: no limit)
    [--plan yes]          says how many cells there are and about how long they take
    [--tables yes]        no measurement, only tables and plots of what is there
    [--build DIR]         where rabred is built (the repository's build/)

Needs root. Exit status: 0; 1 if a cell failed or rabred was wrong; 2 wrong usage; 3 where it cannot run."

# shellcheck disable=SC2054 # elements are lists with commas
declare -A option=(
    [processes]=3,4,5,6,7,8,12,13,15,16 [sizes]=8,64,512,1000,4k,32k,100000,256k,1m
    [collectives]=allreduce,reduce,reduce_scatter,reduce_scatter_block [operators]=sum_double,matrix2x2,sum_int,maxloc_double_int
    [eager]=all,default [rivals]=all [forced]=yes [mpich]=yes [parameters]=none [drop]=1.5 [latency]=10ms [rate]=20mbit [ranks-per-host]=1 [samples]=10 [seed]=1
    [jobs]=4 [minutes]=0 [plan]=no [tables]=no [build]=$setup_default_build
)
# What the folder keeps; the number of jobs may be another in a later run.
settings_kept=(jobs processes sizes collectives operators eager rivals forced mpich parameters drop latency rate ranks-per-host samples seed)

settings_refuse() {
    setup_error "$1"
    exit 2
}

settings_refuse_value() {
    settings_refuse "--$1: \"$2\" is not allowed; allowed: $3"
}

# One number from LEAST to MOST.
settings_number() {
    local number=-1
    [[ ! ${option[$1]} =~ ^[0-9]{1,9}$ ]] || number=$((10#${option[$1]}))
    if [ "$number" -lt "$2" ] || [ "$number" -gt "$3" ]; then
        settings_refuse_value "$1" "${option[$1]}" "$2 to $3"
    fi
    option[$1]=$number
}

# The items of a list; a list without items has one, an empty one, which nothing allows.
settings_items() {
    IFS=, read -r -a items <<<"${option[$1]}"
    [ ${#items[@]} -gt 0 ] || items=('')
}

# Each item of a list is one of the words.
settings_list() {
    local name=$1 item items
    shift
    settings_items "$name"
    for item in "${items[@]}"; do
        [[ " $* " == *" $item "* ]] || settings_refuse_value "$name" "${option[$name]}" "$(IFS=, && echo "$*")"
    done
}

# Numbers in order, each once.
settings_sort() {
    option[$1]=$(tr , '\n' <<<"${option[$1]}" | sort -nu | paste -sd ,)
}

settings_processes() {
    local p items
    settings_items processes
    for p in "${items[@]}"; do
        if [[ ! $p =~ ^[1-9][0-9]{0,2}$ ]] || [ "$p" -lt 2 ] || [ "$p" -gt 128 ]; then
            settings_refuse_value processes "${option[processes]}" "2 to 128, with commas between them"
        fi
    done
    settings_sort processes
}

# Bytes without units.
settings_sizes() {
    local size items list='' allowed="up to 20 of 1 to 64m, as 8,4k,1m"
    local -A unit=([k]=1024 [m]=1048576)
    settings_items sizes
    for size in "${items[@]}"; do
        [[ $size =~ ^([1-9][0-9]{0,7})([km]?)$ ]] || settings_refuse_value sizes "${option[sizes]}" "$allowed"
        size=$((BASH_REMATCH[1] * ${unit[${BASH_REMATCH[2]:-none}]:-1}))
        [ "$size" -le 67108864 ] || settings_refuse_value sizes "${option[sizes]}" "$allowed"
        list+=,$size
    done
    option[sizes]=${list#,}
    settings_sort sizes
    [ "$(tr , '\n' <<<"${option[sizes]}" | wc -l)" -le 20 ] || settings_refuse_value sizes "${option[sizes]}" "$allowed"
}

settings_check() {
    local name
    settings_processes
    settings_sizes
    settings_list collectives "${!bench_stock[@]}"
    settings_list eager all default
    for name in forced mpich plan tables; do
        [[ ${option[$name]} =~ ^(yes|no)$ ]] || settings_refuse_value "$name" "${option[$name]}" "yes, no"
    done
    [[ ${option[drop]} =~ ^[1-9][0-9]?(\.[0-9]{1,3})?$ ]] || settings_refuse_value drop "${option[drop]}" "1 to 99.999"
    if [[ ! ${option[parameters]} =~ ^(none|tune|[a-z0-9_]+=[^\ ,=]+(,[a-z0-9_]+=[^\ ,=]+)*)$ ]]; then
        settings_refuse_value parameters "${option[parameters]}" "none; tune; NAME=VALUE with commas between them"
    fi
    settings_number jobs 2 98
    [ $((option[jobs] % 2)) -eq 0 ] || settings_refuse_value jobs "${option[jobs]}" "even numbers"
    settings_number samples 1 1000
    settings_number seed 0 999999
    settings_number minutes 0 100000
    settings_number ranks-per-host 1 128
    if [[ ${option[latency]} != *[um]s ]] || ! profile_latency "${option[latency]}"; then
        settings_refuse_value latency "${option[latency]}" "$profile_latencies; here us or ms"
    fi
    profile_rate "${option[rate]}" || settings_refuse_value rate "${option[rate]}" "$profile_rates"
}

# What the folder was begun with holds, and must not be asked for otherwise.
settings_restore() {
    local name value asked
    [ -e "$folder/settings" ] || return 0
    while IFS='=' read -r name value; do
        asked=${option[$name]}
        [[ $name = jobs && $given = *" jobs "* ]] && continue
        option[$name]=$value
        [[ $given != *" $name "* ]] || [ "$asked" = "$value" ] || settings_refuse "--$name: $folder was begun with $value; another folder, or that"
    done <"$folder/settings"
}

settings_read() {
    given=' ' folder=
    while [ $# -gt 0 ]; do
        case $1 in
        --help) echo "$usage" && exit ;;
        --*)
            [ -n "${option[${1#--}]+there}" ] || settings_refuse "$1: no such option; see --help"
            [ $# -gt 1 ] || settings_refuse "$1: its value is missing"
            option[${1#--}]=$2 given+="${1#--} "
            shift
            ;;
        *)
            [ -z "$folder" ] || settings_refuse "$1: there is a folder already, $folder; see --help"
            folder=$1
            ;;
        esac
        shift
    done
    [ -n "$folder" ] || settings_refuse "the folder is missing; see --help"
    settings_check
    settings_restore
    [ "${option[tables]}" = no ] || [ -e "$folder/settings" ] || settings_refuse "--tables: nothing has been measured in $folder"
}

# A wrong entry, operator or argument is told as bench tells it.
settings_check_words() {
    local rivals=() said
    [ "${option[rivals]}" = all ] || rivals=(--algorithms "${option[rivals]}")
    said=$("$1" --operators "${option[operators]}" "${rivals[@]}" --help 2>&1 >/dev/null) ||
        settings_refuse "$(sed 's/^bench: //; s/^--algorithms/--rivals/' <<<"$said")"
    [ "${option[rivals]}" = all ] || bench_has_components "${option[rivals]}" || exit 2
}

settings_keep() {
    local name
    for name in "${settings_kept[@]}"; do
        echo "$name=${option[$name]}"
    done >"$folder/settings"
}

settings_words() {
    local name
    for name in "${settings_kept[@]}"; do
        printf -- '--%s %s ' "$name" "${option[$name]}"
    done
    echo FOLDER
}
