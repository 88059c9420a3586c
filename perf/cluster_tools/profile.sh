# shellcheck shell=bash disable=SC2034 # perf/cluster and perf/compare, which source this, use these variables
# The network that perf/cluster is asked for.
#
#     profile_latency TEXT     sets latency, in nanoseconds; false if it is not among profile_latencies
#     profile_rate TEXT        sets rate, in bits per second; false if it is not among profile_rates

profile_latencies="a whole number of us, ms or s, less than 1s"
profile_rates="a whole number of mbit or gbit, 1mbit to 10gbit"

profile_latency() {
    local -A unit=([us]=1000 [ms]=1000000 [s]=1000000000)
    [[ $1 =~ ^([0-9]{1,7})(us|ms|s)$ ]] || return
    latency=$((10#${BASH_REMATCH[1]} * ${unit[${BASH_REMATCH[2]}]}))
    [ "$latency" -lt 1000000000 ]
}

profile_rate() {
    local -A unit=([mbit]=1000000 [gbit]=1000000000)
    [[ $1 =~ ^([0-9]{1,5})(mbit|gbit)$ ]] || return
    rate=$((10#${BASH_REMATCH[1]} * ${unit[${BASH_REMATCH[2]}]}))
    [ "$rate" -gt 0 ] && [ "$rate" -le 10000000000 ]
}
