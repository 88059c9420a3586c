# shellcheck shell=bash disable=SC2034,SC2154 # perf/cluster, which sources this, sets and uses variables with it
# The hosts of perf/cluster: makes them, tells what is there, removes all of it.
#
# Host k, from 1, is the network namespace rabred-host<k> with two network cards: data (10.1.0.k), a TAP device whose
# other end is the switch, and control (10.2.0.k+1), over which mpirun in rabred-launcher (10.2.0.1) reaches its daemons.
# All addresses are known inside these namespaces only.
#
#     hosts_up HOSTS LATENCY_NS BITS_PER_SECOND SECONDS     what was there before is removed first
#     hosts_are_up                                          sets up_hosts, up_latency, up_rate, up_until: when the network's life ends
#     hosts_down                                            also after any of these has been killed

hosts_launcher=rabred-launcher
hosts_prefix=rabred-host
hosts_state=/run/rabred-cluster          # profile, statistics, and the folder for sessions of mpirun
hosts_memory=/dev/shm/rabred-cluster     # shared memory between ranks of a host
hosts_most=128
hosts_frame=9000                         # payload of an Ethernet frame, bytes

hosts_namespaces() {
    ip netns list 2>/dev/null | awk -v name="^(${hosts_launcher}|${hosts_prefix}[0-9]+)\$" '$1 ~ name { print $1 }'
}

hosts_processes() {
    local name
    for name in $(hosts_namespaces); do
        ip netns pids "$name"
    done
}

# Ends whatever runs in the namespaces, the switch too, at first gently.
hosts_end_processes() {
    local signal tenths found
    for signal in TERM KILL; do
        for ((tenths = 0; tenths < 30; tenths++)); do
            mapfile -t found < <(hosts_processes)
            [ ${#found[@]} -gt 0 ] || return 0
            [ $((tenths % 10)) -ne 0 ] || kill -s "$signal" "${found[@]}" 2>/dev/null
            sleep 0.1
        done
    done
    setup_error "processes ${found[*]} do not end"
}

hosts_down() {
    local name status=0
    hosts_end_processes || status=1
    for name in $(hosts_namespaces); do
        ip netns del "$name" || status=1
    done
    rm -rf "$hosts_state" "$hosts_memory" || status=1
    return "$status"
}

hosts_switch() {
    sed -n 's/^switch //p' "$hosts_state/profile" 2>/dev/null
}

# A process that has ended but that nobody has waited for has a name still, but no program.
hosts_are_up() {
    local switch
    switch=$(hosts_switch)
    [ -n "$switch" ] && [[ $(readlink "/proc/$switch/exe") == */switch* ]] || return
    read -r up_hosts up_latency up_rate up_until < <(sed -n 's/^network //p' "$hosts_state/profile")
}

hosts_make_namespaces() {
    local k
    ip netns add "$hosts_launcher" || return
    for ((k = 1; k <= $1; k++)); do
        ip netns add "$hosts_prefix$k" || return
    done
}

# The control network, for `ip -batch`: a bridge at the launcher.
hosts_control_network() {
    local k
    printf '%s\n' "link set lo up" "link add control type bridge" "addr add 10.2.0.1/24 dev control" "link set control up"
    for ((k = 1; k <= $1; k++)); do
        echo "link add port$k type veth peer name control netns $hosts_prefix$k"
        echo "link set port$k master control up"
    done
}

# One host's network cards, for `ip -batch`. Neighbours are known, so no frame asks for them. Nothing is lost here, so
# TCP may start with a window larger than any path holds and need not be quick to send again.
hosts_cards() {
    local k=$1 hosts=$2 other
    printf '%s\n' "link set lo up" "addr add 10.2.0.$((k + 1))/24 dev control" "link set control up" \
        "link set data address $(hosts_address "$k") mtu $hosts_frame addrgenmode none" \
        "link set data gso_max_size $((2 * hosts_frame))" "addr add 10.1.0.$k/24 dev data" "link set data up" \
        "route change 10.1.0.0/24 dev data src 10.1.0.$k initcwnd 64 initrwnd 64 rto_min 2s"
    for ((other = 1; other <= hosts; other++)); do
        [ "$other" -eq "$k" ] || echo "neigh replace 10.1.0.$other lladdr $(hosts_address "$other") dev data nud permanent"
    done
}

hosts_address() {
    printf '02:00:00:00:00:%02x' "$1"
}

# What a host's shell does: its cards, from standard input, the queue in front of the switch, and TCP.
# The queue gives TCP the back pressure that a TAP device does not.
hosts_configure() {
    # shellcheck disable=SC2016 # for the host's shell
    hosts_cards "$1" "$2" | ip netns exec "$hosts_prefix$1" sh -c '
        ip -batch - &&
        tc qdisc add dev data root tbf rate "$1bit" burst "$2" limit 256mb &&
        cd /proc/sys/net/ipv4 &&
        echo 0 >tcp_slow_start_after_idle &&
        echo reno >tcp_congestion_control &&
        echo 0 >tcp_early_retrans &&
        echo "4096 4194304 8388608" >tcp_rmem &&
        echo "4096 4194304 8388608" >tcp_wmem &&
        echo "$2" >tcp_limit_output_bytes' sh "$3" $((3 * hosts_frame))
}

hosts_start_switch() {
    local hosts=$1 latency=$2 rate=$3 seconds=$4 names=() k
    for ((k = 1; k <= hosts; k++)); do
        names+=("$hosts_prefix$k")
    done
    ip netns exec "$hosts_launcher" "$build/switch" "$latency" "$rate" "$seconds" "$hosts_state/statistics" "${names[@]}" \
        2>"$hosts_state/log" || { cat "$hosts_state/log" >&2; return 1; }
}

hosts_up() {
    local hosts=$1 latency=$2 rate=$3 until switch k
    hosts_down && mkdir -m 700 "$hosts_state" "$hosts_memory" && mkdir "$hosts_state/sessions" || return
    hosts_make_namespaces "$hosts" && hosts_control_network "$hosts" | ip -n "$hosts_launcher" -batch - || return
    until=$(($(date +%s) + $4))
    switch=$(hosts_start_switch "$@") || return
    for ((k = 1; k <= hosts; k++)); do
        hosts_configure "$k" "$hosts" "$rate" || return
    done
    printf '%s\n' "switch $switch" "network $hosts $latency $rate $until" >"$hosts_state/profile"
}

# Tries what is needed, so that a container without the rights is told so in one line.
hosts_can_be_made() {
    local name=${hosts_prefix}0 status=0
    ip netns add "$name" 2>/dev/null || return
    ip -n "$name" tuntap add dev data mode tap 2>/dev/null && ip -n "$name" link add control type veth peer name port 2>/dev/null &&
        ip netns exec "$name" tc qdisc add dev data root tbf rate 1mbit burst 9000 limit 1mb 2>/dev/null &&
        ip netns exec "$name" unshare --uts hostname "$name" 2>/dev/null || status=1
    ip netns del "$name"
    return "$status"
}

# What the switch has carried since it was started, and how late, by host.
hosts_statistics() {
    local file=$hosts_state/statistics tenths
    rm -f "$file"
    kill -s USR1 "$(hosts_switch)" || return
    for ((tenths = 0; tenths < 20; tenths++)); do
        [ ! -e "$file" ] || break
        sleep 0.1
    done
    cat "$file"
}
