# shellcheck shell=bash disable=SC2034,SC2154 # perf/cluster, which sources this, sets and uses variables with it
# perf/cluster self-test: the network beside the alpha-beta model, and what the machine itself adds.
#
# A message of n bytes takes alpha + n beta. Recursive doubling takes log2 p such messages of the whole vector one after
# the other, a ring 2 (p - 1) of a p-th of it. A machine that is busy with other things delays even real-time processes,
# so each time is that of the job with the smallest median of up to three; and single messages, which show whether the
# network is what it should be, are judged by the minimum, orders and the CPU floor by the median. An algorithm that is
# faster than predicted is another one than was asked for.

test_attempts=3
test_ranks=8              # of the algorithms
test_tolerance=1.10
test_floor=0.05           # of the latency
test_slower=("10ms 20mbit" "40ms 5mbit")

# calculate EXPRESSION NAME=VALUE ...: one number; alpha in microseconds and beta in microseconds a byte are known.
calculate() {
    local expression=$1 assignments=() one
    shift
    for one in "$@"; do
        assignments+=(-v "$one")
    done
    awk -v alpha="$((latency / 1000))" -v rate="$rate" "${assignments[@]}" "BEGIN { beta = 8e6 / rate; print ($expression) }"
}

holds() {
    [ "$(calculate "$@")" = 1 ]
}

judge() {
    if holds "$@"; then
        verdict=passed passed=$((passed + 1))
    else
        verdict=FAILED failed=$((failed + 1))
    fi
}

# measure RANKS LIMIT MPIRUN_OPTION ... PATTERN BYTES CALLS: sets minimum and median, from as few jobs as bring the
# median below the limit.
measure() {
    local ranks=$1 limit=$2 attempt next_minimum next_median file=$hosts_state/measured
    shift 2
    hosts=$ranks processes=$ranks median=
    for ((attempt = 0; attempt < test_attempts; attempt++)); do
        if ! job "${@:1:$#-3}" "$build/probe" "${@: -3}" >"$file"; then
            cat "$file"
            return 1
        fi
        read -r next_minimum next_median _ <"$file"
        if [ -z "$median" ] || holds "new < old" new="$next_median" old="$median"; then
            minimum=$next_minimum median=$next_median
        fi
        ! holds "time <= limit" time="$median" limit="$limit" || break
    done
}

# show WHAT [VERDICT]
show() {
    printf '%-56s %10.0f %10.0f %10.0f %6.2f  %s\n' "$1" "$predicted" "$minimum" "$median" \
        "$(calculate "m / p" m="$median" p="$predicted")" "${2-}"
}

test_exchange() {
    local bytes=$1 predicted minimum median
    predicted=$(calculate "alpha + n * beta" n="$bytes")
    measure 2 "$(calculate "p * t" p="$predicted" t="$test_tolerance")" exchange "$bytes" 15 || return
    judge "m < p * t && m * t > p" m="$minimum" p="$predicted" t="$test_tolerance"
    show "p = 2, message of $bytes bytes" "$verdict"
}

# One forced algorithm of coll/tuned: sets predicted and median.
test_algorithm() {
    local name=$1 number=$2 formula=$3 bytes=$4 minimum
    predicted=$(calculate "$formula" n="$bytes" p="$test_ranks")
    measure "$test_ranks" "$(calculate "p * t" p="$predicted" t="$test_tolerance")" \
        --mca coll ^rabred --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_allreduce_algorithm "$number" allreduce "$bytes" 5 || return
    judge "m * t > p" m="$median" p="$predicted" t="$test_tolerance"
    show "p = $test_ranks, allreduce of $bytes bytes, $name" "$verdict"
}

test_order() {
    local bytes=$1 predicted median doubling_predicted doubling
    test_algorithm recursive_doubling 3 "log(p) / log(2) * (alpha + n * beta)" "$bytes" || return
    doubling_predicted=$predicted doubling=$median
    test_algorithm ring 4 "2 * (p - 1) * (alpha + n * beta / p)" "$bytes" || return
    if holds "a < 1.1 * b && b < 1.1 * a" a="$doubling_predicted" b="$predicted"; then
        verdict="skipped: they differ by less than 10 %" skipped=$((skipped + 1))
    else
        judge "(a < b) == (c < d)" a="$doubling_predicted" b="$predicted" c="$doubling" d="$median"
    fi
    echo "    their order at $bytes bytes: $verdict"
}

# What the machine adds when every host sends 8 bytes at once. Sets valid.
test_cpu_floor() {
    local p=$1 floor minimum median
    measure "$p" "$(calculate "(1 + f) * alpha + 8 * beta" f="$test_floor")" shift 8 25 || return
    floor=$(calculate "m - alpha - 8 * beta" m="$median")
    valid=no
    ! holds "floor < f * alpha" floor="$floor" f="$test_floor" || valid=yes
    printf '%6s %14.0f %14.0f %14.1f   %s\n' "$p" "$median" "$floor" "$(calculate "100 * f / alpha" f="$floor")" "$valid"
}

# Sets valid for the last of the numbers of processes.
test_cpu_floors() {
    local p
    printf '\n%6s %14s %14s %14s   %s\n' p all_at_once_us cpu_floor_us %_of_latency valid
    for p in "$@"; do
        test_cpu_floor "$p" || return
    done
}

test_profile() {
    local ranks=$1
    make_hosts "$ranks" 600
    printf '%-56s %10s %10s %10s %6s\n' "latency $((latency / 1000)) us, $((rate / 1000000)) Mbit/s" \
        predicted minimum median ratio
    test_exchange 8 && test_exchange 1048576 && test_order 8 && test_order 1048576 && test_cpu_floors 2 4 8 "$ranks" || return
    echo
    hosts_statistics
}

# Where the profile does not fit the largest p, a slower one should. Sets valid.
test_slower_profiles() {
    local ranks=$1 profile delay speed
    for profile in "${test_slower[@]}"; do
        read -r delay speed <<<"$profile"
        printf '\nfor p = %s this profile is too fast for this machine; now with --latency %s --rate %s\n' "$ranks" "$delay" "$speed"
        profile_latency "$delay"
        profile_rate "$speed"
        make_hosts "$ranks" 600
        test_cpu_floors "$ranks" || return
        [ "$valid" = no ] || break
    done
}

# Processors that other programs keep busy, over a second.
busy_processors() {
    { grep '^cpu ' /proc/stat; sleep 1; grep '^cpu ' /proc/stat; } |
        awk -v processors="$(nproc --all)" '{
            total = 0
            for (i = 2; i <= 9; i++) total += $i
            idle = $5 + $6
            if (NR == 2) printf "%.1f of %d\n", processors * (1 - (idle - last_idle) / (total - last_total)), processors
            last_total = total; last_idle = idle
        }'
}

self_test() {
    local ranks verdict valid=no passed=0 failed=0 skipped=0
    parse_options "$@"
    ranks=${processes:-16} eager_for_all=yes time_limit=120
    if [ "$ranks" -lt "$test_ranks" ] || [ "$ranks_per_host" -ne 1 ] || [ ${#command[@]} -ne 0 ]; then
        wrong_usage "self-test needs at least -n $test_ranks, one rank per host, and takes no program"
    fi
    packages+=("libopenmpi-dev: mpicc, for the program that measures")
    prepare
    ! hosts_are_up || cannot "a cluster is up; see down"
    mpicc -std=c11 -Wall -Wextra -O2 "$here/cluster_tools/probe.c" -o "$build/probe" || exit
    echo "processors busy with other programs: $(busy_processors)"
    test_profile "$ranks" || failed=$((failed + 1))
    [ "$valid" = yes ] || test_slower_profiles "$ranks" || failed=$((failed + 1))
    judge "valid == \"yes\"" valid="$valid"
    echo "--latency $((latency / 1000))us for $ranks processes: $verdict"
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
