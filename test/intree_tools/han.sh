# shellcheck shell=bash disable=SC2154 # intree, which sources this, sets the variables
# Sourced by test/intree: patched HAN uses rabred between the nodes, by name and by number, where it is told to, and nowhere else.

# What HAN says of a module that it does not have; it goes on with its first one.
wrong_module() {
    nodes_run --mca coll_han_allreduce_up_module "$1" "$top/han" allreduce 4 100
    check "$release, HAN: $1 as up module is told" grep -q coll_han_allreduce_up_module "$top/run.log"
    check "$release, HAN: results with $1 as up module" grep -q '[1-9][0-9]* results, 0 wrong' "$top/run.log"
}

has_function() {
    "$top/install/bin/ompi_info" --param coll rabred --level 9 --parsable 2>/dev/null | grep -q "coll_rabred_$1_algorithm:"
}

# shellcheck disable=SC2046 # several words
han_of() {
    local collective=$1 module task=0 number=7   # rabred's in HAN's table
    [ "$release" != 6.0 ] || number=8
    ! has_function ireduce || task=20
    nodes_between "simple $collective, without rabred" "$collective" "$collective" 0 --mca coll ^rabred $(nodes_simple "$collective")
    for module in rabred "$number"; do
        nodes_between "simple $collective, module $module" "$collective" "$collective" 20 \
            $(nodes_simple "$collective") --mca "coll_han_${collective}_dynamic_inter_node_module" "$module"
    done
    for module in 2 rabred; do
        nodes_between "tasks of $collective, module $module" "$collective" ireduce "$task" --mca "coll_han_${collective}_up_module" "$module"
    done
    for module in 0 libnbc 1 adapt; do
        nodes_between "tasks of $collective, module $module" "$collective" ireduce 0 --mca "coll_han_${collective}_up_module" "$module"
    done
}

han() {
    local mpirun=$top/install/bin/mpirun
    if ! nodes_can_be_emulated; then
        echo "skipped: HAN, since nodes cannot be emulated here (unshare --uts)"
        skipped=$((skipped + 1))
        return
    fi
    han_of allreduce
    han_of reduce
    nodes_between "rabred above HAN" allreduce allreduce 20 --mca coll_rabred_priority 40
    wrong_module 3
    wrong_module nonsense
}
