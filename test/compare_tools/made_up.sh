# shellcheck shell=bash disable=SC2034,SC2154 # for test/compare, which sources this
# Results of perf/compare that were made up, what its tables say of them, and which cells are complete.

# job EAGER JOB P BYTES ENTRY=MICROSECONDS[,no] ...: a CSV as bench writes it; "-" is an entry that was dropped.
job() {
    local setting=$1 turn=$2 p=$3 bytes=$4 one name us verified
    shift 4
    echo "date,label,hosts,host_names,mpi,p,oversubscribed,collective,operator,bytes,buffers,entry,component,algorithm,samples,late,min_us,median_us,p95_us,round_trip_us,calls,verified"
    for one in "$@"; do
        name=${one%%=*} us=${one#*=} verified=yes
        [[ $us != *,no ]] || verified=no
        us=${us%,no}
        echo "d,$setting $turn,$p,h,$([ "$name" = mpich ] && echo MPICH || echo Open MPI),$p,yes,allreduce,sum_double,$bytes,hot,${name/mpich/default},$(
            [ "$name" = mpich ] && echo -,- || echo "${name%%:*},${name##*:}"),5,0,,${us#-},,1,9,$verified"
    done
}

# A folder with results by hand: at 8 bytes A is the best in the odd jobs, by chance, B in the even ones; C is wrong, D was dropped; a second
# rabred is no rival. At p = 4
# all of rabred's calls were late in two jobs.
made_up() {
    local job
    rm -rf made && mkdir -p made/cells
    printf '%s\n' sizes=8,4096 operators=sum_double eager=all latency=10ms rate=20mbit >made/settings
    job all 1 3 8 rabred=100 rabred#2=80 default=150 A=90 B=118 C=10,no D=- mpich=400 >made/cells/openmpi-1.csv
    job all 2 3 8 rabred=100 rabred#2=140 default=130 A=210 B=80 C=10 D=20 mpich=300 >made/cells/openmpi-2.csv
    job all 3 3 8 rabred=200 rabred#2=160 default=300 A=180 B=240 C=10,no D=- >made/cells/openmpi-3.csv
    job all 4 3 8 rabred=100 rabred#2=140 default=150 A=190 B=80 C=10 D=20 >made/cells/openmpi-4.csv
    job all 1 4 4096 rabred=100 default=500 rabred:E=50 mpich=200 >made/cells/openmpi-5.csv
    job all 2 4 4096 rabred=100 default=500 rabred:E=50 mpich=50 >made/cells/openmpi-6.csv
    job all 1 5 4096 rabred=100 default=500 >made/cells/openmpi-7.csv
    for job in 1 2; do
        job default "$job" 7 1000 rabred=100 default=200 >"made/cells/openmpi-short-$job.csv"
        job default "$job" 7 4096 rabred=100 default=400 >"made/cells/openmpi-long-$job.csv"
    done
    printf 'network,collective,algorithm,np,bytes,seconds\nloggp,allreduce,X,3,8,6e-5\nloggp,allreduce,Y,3,8,5e-5\none_port,allreduce,Z,3,8,1e-5\n' >made/played.csv
    job all 3 4 4096 rabred=- default=500 rabred:E=50 mpich=200 >made/cells/openmpi-8.csv
    job all 4 4 4096 rabred=- default=500 rabred:E=50 mpich=10 >made/cells/openmpi-9.csv
    echo "11000 12003.2 13000" >made/cells/floor-------p3-1.csv
    printf 'coll_rabred_network_%s\n' "latency = 99000000" "gap = 1000" "exchange = 0" "transfer = 0" "reduction = 0" >made/parameters-all-p3.conf
    cp made/parameters-all-p3.conf made/parameters-all-p4.conf
}

column() {
    awk -F , -v p="$1" -v name="$2" 'FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["p"] == p { print $at[name] }' made/points.csv
}

# is P COLUMN VALUE: what points.csv says.
is() {
    verdict "p = $1: $2 is $(column "$1" "$2") instead of $3" "$([ "$(column "$1" "$2")" = "$3" ] && echo 1 || echo 0)"
}

halves() {
    local drawn=0 kept
    command -v gnuplot >/dev/null || drawn=1   # there are the tables then, and it says what it could not draw
    made_up
    ends "tables" "$drawn" "$tools/tables" made "$build"
    is 3 rival A
    is 3 ratio 2
    is 3 lowest 1.9
    is 3 highest 2.1
    is 3 over_default 1.5
    is 3 jobs 4
    is 3 floor_us 2000
    is 3 rabred_us 100
    is 3 fastest B
    is 3 played_us 50
    is 4 played_us ""
    is 4 jobs 2
    is 4 rival mpich
    is 4 ratio 0.5
    is 4 fastest rabred:E
    is 4 size 4096
    is 4 forced rabred:E
    is 4 forced_ratio 0.5
    is 3 forced ""
    expect "predicted by the folder's numbers" 1 '^all +sum_double +allreduce +2 +2 +1\.01 +0 +0 of 1 '
    expect "by the built-in numbers no time" 1 '^default +sum_double +allreduce +2 +- +- +0 +- +-$'
    expect "predicted, all" 1 '^all +4 +2 +1\.01 +0 +0 of 1 '
    expect "lengths that bench rounded have a size each" 1 '^ +7 +- +2\.00 +4\.00$'
    expect "a job alone is left out" 1 '^tables: 1 points have no job to choose in and one to compare in'
    verdict "a job alone is left out" "$([ -z "$(column 5 p)" ] && echo 1 || echo 0)"
    expect "means of p = 3" 1 '^all +sum_double +allreduce +others +1 +2\.00 +1\.50 +0\.50 +0 +2\.00 '
    expect "means of p = 4" 1 '^all +sum_double +allreduce +powers of two +1 +0\.50 +5\.00 +- +1 +0\.50 .*mpich'
    expect "the floor beside the ratios" 1 '^ +3 +2000 us, 20\.0 % +2\.00 +-$'
    expect "no floor beside the ratios" 1 '^ +4 +- +- +0\.50$'
    if command -v gnuplot >/dev/null; then
        verdict "pictures" "$(($(LC_ALL=C grep -la '^.PNG' made/{ratio,fastest,bandwidth}-all-sum_double.png 2>/dev/null | wc -l) == 3))"
    else
        skipped=$((skipped + 1))
    fi
    # Of pairs 12 of 16 bytes are data, by which rabred chooses.
    rm -rf pairs && cp -r made pairs && sed -i 's/sum_double/maxloc_double_int/' pairs/settings pairs/cells/*.csv && echo 'coll_rabred_network_exchange = 9000000' >>pairs/parameters-all-p4.conf
    ends "tables of pairs" "$drawn" "$tools/tables" pairs "$build"
    output=$(awk -F , '$4 == 4 { print $6 }' pairs/predicted.csv) kept=$("$build/explain/rabred_explain" --np 4 --bytes 3072 --element 12 --params pairs/parameters-all-p4.conf |
        awk '$1 == 1 { print $2 }')
    verdict "pairs: predicted $output, as for 12 bytes of each $kept" "$([ -n "$kept" ] && [ "$output" = "$kept" ] && echo 1 || echo 0)"
    ends "tables without rabred_explain" "$drawn" "$tools/tables" made nowhere
    expect "tables without rabred_explain" 1 '^tables: nowhere/explain/rabred_explain is not built: no predictions$'
    ends "tables of nothing" 1 "$tools/tables" refused
}

# is_complete WHAT VERDICT ENTRY=MICROSECONDS ...: of a job that is to have 4096 bytes at most.
is_complete() {
    local what=$1 wanted=$2 status=0
    shift 2
    output=$(job all 1 3 8 "$1"; job all 1 3 4096 "$@" | tail -n +2)
    awk -v status=0 -v largest=4096 -f "$tools/complete.awk" <<<"$output" || status=$?
    verdict "$what: $status instead of $wanted" "$((status == wanted))"
}

complete() {
    is_complete "complete" 0 rabred=100 A=90,no
    is_complete "complete, rabred was wrong" 2 rabred=100,no A=90
    is_complete "complete, rabred's calls were late" 1 rabred=- A=90
    is_complete "complete, a rival was dropped" 0 rabred=100 A=-
}
