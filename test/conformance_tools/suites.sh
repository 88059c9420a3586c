# shellcheck shell=bash
# Sourced by test/conformance, after setup.sh and sources.sh: the two suites, made ready in FOLDER.
#
#     suites_mpich FOLDER              builds MPICH's tests of reductions, blocking or not or persistent, in FOLDER/bin
#     suites_mpi4py FOLDER MODULE ...  unpacks mpi4py's tests
#
# Each prints `test SUITE TEST COLLECTIVES` for each test, COLLECTIVES being those of rabred's that it calls, with commas
# between them, and `without WHAT: WHY` for what cannot be had.

suites_tools=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

suites_call='I?([Aa]llreduce|[Rr]educe(_scatter(_block)?)?)(_init)?\('

suites_collectives() {
    grep -oE "(\bMPI_|\bMTest_|\.)$suites_call" "$1" |
        sed -E 's/^(MPI_|MTest_|\.)I?//; s/(_init)?\($//' | tr '[:upper:]' '[:lower:]' | sort -u | paste -sd,
}

# What calls a reduction, or asks about operators.
suites_is_wanted() {
    grep -qE "(MPI_|MTest_)($suites_call|(Reduce_local|Op_commutative)\()" "$1"
}

# MPICH's tests need no more of its configure than mpitestconf.h, which stands here.
suites_compile_mpich() {
    local source=$1 bin=$2 name objects=() flags=(-O1 -w -pthread -include "$suites_tools/persistent.h" "-I$suites_tools" "-I$1/include" "-I$1/dtpools/include" "-I$1/util")
    rm -rf "$bin"
    mkdir -p "$bin"/{coll,errors/coll,threads/coll} || return
    for name in mtest mtest_common mtest_thread dtypes; do
        objects+=("$bin/$name.o")
        mpicc "${flags[@]}" -c "$source/util/$name.c" -o "$bin/$name.o" || return
    done
    for name in "$source"/{coll,errors/coll,threads/coll}/*.c; do
        suites_is_wanted "$name" && echo "${name:${#source}+1:-2}"
    done >"$bin/wanted"
    # Some need what a later Open MPI has; those are told below.
    xargs -a "$bin/wanted" -P "$(nproc)" -I NAME \
        mpicc "${flags[@]}" "$source/NAME.c" "${objects[@]}" -lm -o "$bin/NAME" 2>"$bin/log"
    true
}

# A test's arguments, where it needs some, are in a list that comes with it: NAME PROCESSES arg=ARGUMENT
suites_calls() {
    local source=$1 name=$2 used=$3 argument arguments
    arguments=$(sed -n "s/^${name##*/} [0-9]* arg=\([^ ]*\)$/\1/p" "$source/${name%/*}"/testlist{.in,} 2>/dev/null | sort -u)
    for argument in ${arguments:-none}; do
        echo "test mpich $name:$argument $used"
    done | sed 's/:none//'
}

suites_mpich() {
    local source=$1/sources/mpich bin=$1/bin name signature
    if ! sources_fetch "$1/sources" mpich || ! sources_unpack "$1/sources" mpich test/mpi; then
        echo "without MPICH's tests: their source cannot be had"
        return
    fi
    signature=$(setup_signature && cat "$suites_tools"/{suites.sh,mpitestconf.h,persistent.h})
    if [ "$(cat "$bin/built" 2>/dev/null)" != "$signature" ]; then
        setup_job suites_compile_mpich "$source" "$bin" || return
        echo "$signature" >"$bin/built"
    fi
    while read -r name; do
        if [ "$name" = coll/uop_equal ]; then
            echo "without mpich $name: it judges the receive buffers of processes that are not the root"
        elif [ -x "$bin/$name" ]; then
            suites_calls "$source" "$name" "$(suites_collectives "$source/$name.c")"
        else
            echo "without mpich $name: it cannot be built with this Open MPI ($bin/log)"
        fi
    done <"$bin/wanted"
}

suites_mpi4py() {
    local folder=$1 module
    shift
    if ! sources_fetch "$folder/sources" mpi4py || ! sources_unpack "$folder/sources" mpi4py test; then
        echo "without mpi4py's tests: their source cannot be had"
        return
    fi
    for module in "$@"; do
        echo "test mpi4py $module $(suites_collectives "$folder/sources/mpi4py/$module.py")"
    done
}
