# shellcheck shell=bash
# Sourced by perf/instructions: entries, each a component of Open MPI for collectives and
# perhaps one of its algorithms: rabred, rabred:ring, tuned:recursive_doubling. Needs ../../test/setup.sh and its environment.
#
#     entries_check COLLECTIVE ENTRY ...   says on standard error what is wrong with the first wrong one, returns 2
#     entries_others ENTRY ...             prints those that are not rabred's, which can be checked before it is built

# shellcheck disable=SC2034 # for the scripts that source this
entries_collectives="allreduce reduce reduce_scatter reduce_scatter_block"

# The names of COMPONENT's algorithms for COLLECTIVE; none if it does not let one choose.
entries_algorithms() {
    ompi_info --param coll "$1" --level 9 --parsable |
        sed -nE "s/^mca:coll:$1:param:coll_$1_$2_algorithm:enumerator:value:[0-9]+:(.*)/\1/p" | grep -vxE 'ignore|auto'
}

entries_others() {
    printf '%s\n' "$@" | grep -vE '^rabred(:|$)'
}

entries_check() {
    local collective=$1 entry component algorithm allowed
    shift
    for entry in "$@"; do
        component=${entry%%:*}
        allowed=$(setup_components)
        if ! grep -qxF -- "$component" <<<"$allowed"; then
            setup_error "\"$entry\": no component \"$component\"; allowed: ${allowed//$'\n'/, }"
            return 2
        fi
        [ "$entry" != "$component" ] || continue
        algorithm=${entry#*:}
        allowed=$(entries_algorithms "$component" "$collective")
        if ! grep -qxF -- "$algorithm" <<<"$allowed"; then
            setup_error "\"$entry\": no algorithm \"$algorithm\" for $collective; allowed: ${allowed//$'\n'/, }"
            return 2
        fi
    done
}
