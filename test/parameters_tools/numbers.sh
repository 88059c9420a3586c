# shellcheck shell=bash disable=SC2154
# Sourced by test/parameters, whose functions and variables it uses.

# Numbers, of which Open MPI takes what they begin with. number NAME VALUE: what ompi_info tells and shows of it.
number() {
    output=$(env "OMPI_MCA_coll_rabred_$1=$2" ompi_info --param coll rabred --level 9 2>&1)
}
# wrong WHAT NAME VALUE ALLOWED DEFAULT
wrong() {
    expect "$1: told once" 1 "^\[rabred\] coll_rabred_$2 = \"$3\" is not used: a whole number from $4 is allowed, also with k, m or g behind it; instead: $5\$"
    expect "$1: nothing else is told" 1 '^\[rabred\] .* is not used'
}
for value in fast 1.5m 1e6 2us -1 --5 08 0x 5kb '' ' 5' 99999999999999999999 18014398509481984k; do
    number node_latency "$value"
    wrong "no number, \"$value\"" node_latency "$value" '0 to 18446744073709551615' 300000
    expect "no number, \"$value\": the default" 1 '"coll_rabred_node_latency" \(current value: "300000"'
done
for value in 0/0 4096/4096 +5/5 64k/65536 1G/1073741824 0x10/16 18014398509481983k/18446744073709550592 '7 # as measured/7'; do
    number cache_limit "${value%/*}"
    expect "a number, ${value%/*}" 1 "\"coll_rabred_cache_limit\" \\(current value: \"${value#*/}\""
    expect "a number, ${value%/*}" 0 '^\[rabred\]'
done
# Launchers forward what each write holds, and what others print may come between (cut).
if mpicc -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror "$source_dir/test/parameters_tools/writes.c" -o "$build_dir/writes"; then
    output=$(OMPI_MCA_coll_rabred_node_latency=fast "$build_dir/writes" ompi_info --param coll rabred)
    wrong "a line is one write" node_latency fast '0 to 18446744073709551615' 300000
else
    failed=$((failed + 1))
fi
number priority -7
expect "a negative number" 1 '"coll_rabred_priority" \(current value: "-7"'
expect "a negative number" 0 '^\[rabred\]'
runs "no number, told by the first process" --mca coll_rabred_priority high --mca coll_rabred_summary 1
wrong "no number, told by the first process" priority high '-2147483648 to 2147483647' 34
expect "no number, told by the first process: rabred serves" 1 '^served reduce_scatter direct_exchange$'
# What Open MPI finds wrong itself it tells without what is allowed, and left the component out.
runs "a number too large" --mca coll_rabred_segment_size 4g --mca coll_rabred_nonblocking maybe --mca coll_rabred_summary 1
expect "a number too large" 1 '^\[rabred\] coll_rabred_segment_size = "4g" is not used: a whole number from 0 to 4294967295 is allowed, .*; instead: 524288$'
expect "a number too large, and no truth value: rabred serves" 1 '^served reduce_scatter direct_exchange$'
echo 'coll_rabred_segment_size = 1.5m' >"$build_dir/numbers.conf"
OMPI_MCA_mca_base_param_files=$build_dir/numbers.conf runs "no number in a file of parameters"
expect "no number in a file of parameters" 1 '^\[rabred\] coll_rabred_segment_size = "1.5m" is not used: .*; instead: 524288$'
printf '%s\n' 'coll_rabred_node_copy = 5 # as measured' 'coll_rabred_segment_size = 1.5m' 'coll_rabred_pack_limit =' >"$build_dir/numbers.conf"
output=$(OMPI_MCA_mca_base_param_files=$build_dir/numbers.conf ompi_info --param coll rabred --level 9 2>&1)
expect "a number in a file" 1 '"coll_rabred_node_copy" \(current value: "5"'
expect "no number in a file" 1 '^\[rabred\] coll_rabred_segment_size = "1.5m" is not used: .*; instead: 524288$'
expect "no number in a file: the default" 1 '"coll_rabred_segment_size" \(current value: "524288"'
expect "nothing in a file" 1 '^\[rabred\] coll_rabred_pack_limit = "" is not used: .*; instead: 4096$'
