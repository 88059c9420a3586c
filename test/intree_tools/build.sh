# shellcheck shell=bash disable=SC2034,SC2154 # intree, which sources this, sets the variables
# Sourced by test/intree: Open MPI from its source package, with rabred in its tree. All is below $cache/RELEASE:
#
#     src/      the sources, as ompi/apply leaves them
#     build/    where Open MPI is configured and built
#     install/  where it is installed
#     stock/    its library without the patches
#
# Each step is skipped where it has been done, and its output is in a log beside these folders.

# What is not needed to run reductions is left out, so that a build takes minutes.
# shellcheck disable=SC2054 # commas belong to an option
configure_options=(
    --disable-oshmem --enable-mpi-fortran=no --disable-io-romio --disable-io-ompio --disable-static --without-ucx
    --without-ofi --without-psm2 --without-portals4 --without-verbs --without-cuda
    --enable-mca-no-build=mtl,vprotocol,pml-v,pml-monitoring,coll-monitoring,osc-monitoring,common-monitoring,btl-uct,btl-ofi,btl-usnic,btl-smcuda
)
# With these in its library, that is all that a series changes.
static=coll-tuned,coll-han,coll-libnbc

# step WHAT COMMAND ...: nice, in the background of an interrupt; its log is named after WHAT.
step() {
    local what=$1
    shift
    echo "    $release: $what"
    setup_job nice -n 19 "$@" >"$top/${what// /_}.log" 2>&1 && return
    tail -n 20 "$top/${what// /_}.log"
    setup_error "$release: $what failed; the lines above are from $top/${what// /_}.log"
}

build_sources() {
    [ ! -f "$top/src/VERSION" ] || return 0
    local -A debian=([4.1]=bookworm [5.0]=trixie [6.0]=sid)
    local sources_codename=${debian[$release]}   # of sources_fetch
    mkdir -p "$top/source" && sources_fetch "$top/source" openmpi || return
    rm -rf "$top/new" && mkdir -p "$top/new" && tar -xf "$(compgen -G "$top/source/openmpi_*.orig.tar.*" | tail -n 1)" -C "$top/new" &&
        mv "$top"/new/* "$top/src"
}

# build_apply [--component]: also where another state of rabred or of the series is in the tree. autogen.pl runs again where what it reads
# of rabred is younger; where apply has taken away what it wrote, automake.
build_apply() {
    local folder=ompi/mca/coll/rabred
    {
        "$source_dir/ompi/apply" "$@" "$top/src" || {
            "$source_dir/ompi/apply" --revert "$top/src" && "$source_dir/ompi/apply" "$@" "$top/src"
        }
    } >"$top/apply.log" 2>&1 || { cat "$top/apply.log"; return 1; }
    find "$top/src/$folder" -name '*.c' -exec touch {} +   # apply keeps their times, which may be from before the last build
    if [ ! -e "$top/autogen.done" ] || [ "$top/src/$folder/configure.m4" -nt "$top/autogen.done" ]; then
        rm -f "$top/configured"
        step autogen env -C "$top/src" ./autogen.pl --force && touch "$top/autogen.done"
    elif [ ! -e "$top/src/$folder/Makefile.in" ]; then
        step automake env -C "$top/src" automake --foreign "$folder/Makefile"
    fi
}

# build_configure OPTION ...: unless Open MPI is configured so already.
build_configure() {
    local options=("${configure_options[@]}" --prefix="$top/install" "CFLAGS=-O1 -Wall -Wextra" "$@")
    if [ "$release" != 4.1 ]; then
        options+=(--disable-sphinx --with-pmix=internal --with-prrte=internal --with-hwloc=external --with-libevent=external)
    fi
    [ "$release" != 6.0 ] || options+=(--disable-standard-abi)
    mkdir -p "$top/build" || return
    [ "$(cat "$top/configured" 2>/dev/null)" != "${options[*]}" ] || return 0
    rm -f "$top/configured"
    step configure env -C "$top/build" "$top/src/configure" "${options[@]}" && echo "${options[*]}" >"$top/configured"
}

# build_make WHAT
build_make() {
    rm -f "$top"/install/lib/openmpi/mca_coll_rabred.*   # of an earlier run
    step "make $1" make -C "$top/build" -j 2 && step install make -C "$top/build" install
}

# The component, but no patch: what Open MPI is without them is kept.
build_stock() {
    [ ! -e "$top/stock" ] || return 0
    build_apply --component || return
    build_configure "--enable-mca-static=$static,coll-rabred" && build_make stock || return
    mkdir -p "$top/stock.new" && cp -P "$top/install/lib/$(library)".so* "$top/stock.new" && mv "$top/stock.new" "$top/stock"
}

# rabred is compiled again in any case (build_apply), so that its warnings are seen.
build_static() {
    build_apply && build_configure "--enable-mca-static=$static,coll-rabred" && build_make static
}

build_dso() {
    build_configure "--enable-mca-static=$static" --enable-mca-dso=coll-rabred && build_make dso
}
