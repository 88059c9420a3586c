# shellcheck shell=bash disable=SC2034 # variables are used by the scripts that source this
# Sourced by perf/run and test/run: gets the packages, builds the component, and points Open MPI at it.
# Needs bash. Nothing is installed outside the build folder except packages, and those only by apt-get.
#
#     setup_packages "NAME: REASON" ...   installs the Debian packages that are missing
#     setup_build BUILD_DIR               configures and builds in BUILD_DIR; quick when nothing has changed; refuses another copy's
#     setup_is_ours BUILD_DIR             whether setup_build will not refuse it
#     setup_environment BUILD_DIR         exports what makes mpirun find the component that was built there
#     setup_job COMMAND ...               runs a command that must not outlive an interrupted script
#     setup_count LOG STATUS              the three numbers of the last line of a test that ended with that status
#     setup_has_component NAME            whether Open MPI has it, such as pml:ucx
#     setup_mirror                        prints Debian's mirror, as apt knows it; nothing if it knows none
#     setup_components                    lists Open MPI's components for collectives, and rabred, which perhaps is not built yet
#     setup_offers                        lists the algorithms that can be forced, with their collectives
#     setup_oversubscribed                options of mpirun for more processes than processors
#
# Each says on standard error what is wrong and returns non-zero. setup_build may be killed at any moment and run again.
# The build folder is the repository's build/ unless the caller names another.

# In a locale with a decimal comma awk and printf would read 1.5 as 1. C.UTF-8 is in Debian's C library; where it is not, programs take C.
export LC_ALL=C.UTF-8

setup_source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
setup_default_build=$setup_source/build
setup_sources=(autogen.sh configure.ac Makefile.am README.md LICENSE ChangeLog .ci coll_rabred debian mca-params ompi perf spack test tools tune explain)
setup_job_pid=
exec {setup_messages}>&2 # where an interrupt is reported, wherever the interrupted command writes

setup_error() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    return 1
}

# Runs a command in a process group of its own, so that setup_stop can end all of it. It has no standard input.
setup_job() {
    local status=0
    set -m
    "$@" </dev/null &
    setup_job_pid=$!
    set +m
    wait "$setup_job_pid" || status=$?
    setup_job_pid=
    return "$status"
}

# Ends the running job, first gently, since mpirun needs a moment to end its ranks, and then by force.
setup_stop() {
    local group=$setup_job_pid tenths
    trap '' INT TERM HUP
    printf '\n%s: interrupted\n' "${0##*/}" >&"$setup_messages"
    if [ -n "$group" ]; then
        kill -TERM -- "-$group" 2>/dev/null
        for ((tenths = 0; tenths < 100; tenths++)); do
            kill -0 -- "-$group" 2>/dev/null || break
            sleep 0.1
        done
        kill -KILL -- "-$group" 2>/dev/null
    fi
    exit 130
}

trap setup_stop INT TERM HUP

setup_is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# apt-get with the rights it needs. It may ask for a password and is interrupted by its own rules, so it is no setup_job.
setup_apt_get() {
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0)
    if [ "$(id -u)" -eq 0 ]; then
        "${apt[@]}" "$@"
    else
        sudo "${apt[@]}" "$@"
    fi
}

# Before the first apt-get update apt knows none.
setup_mirror() {
    # shellcheck disable=SC2016 # for apt-get
    local known=(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages') uri
    uri=$("${known[@]}" | sed -n 's/^Debian|Debian|//p' | head -n 1)
    if [ -z "$uri" ] && setup_apt_get update >&2; then
        uri=$("${known[@]}" | sed -n 's/^Debian|Debian|//p' | head -n 1)
    fi
    echo "$uri"
}

setup_packages() {
    local entry missing=()
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        setup_error "needs Debian or a system like it (no apt-get found)"
        return
    fi
    for entry in "$@"; do
        setup_is_installed "${entry%%:*}" || missing+=("$entry")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "Packages to install:"
    printf '    %s\n' "${missing[@]}"
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        setup_error "needs to be root, or to have sudo, to install them"
        return
    fi
    setup_apt_get update || setup_error "apt-get update failed" || return
    setup_apt_get install --no-install-recommends "${missing[@]%%:*}" || setup_error "apt-get install failed"
}

# setup_step WHAT LOG COMMAND ...: one step of the build, silent unless it fails.
setup_step() {
    local what=$1 log=$2
    shift 2
    echo "    $what"
    setup_job "$@" >"$log" 2>&1 && return
    cat "$log" >&2
    setup_error "$what failed; the lines above are from $log"
}

# What a build depends on besides its sources. If this changes, it starts afresh.
setup_signature() {
    printf '%s\n' "$setup_source" "$(mpicc --showme:version 2>&1)" "$(command -v mpicc)"
}

setup_is_current() {
    local stamp=$1/built
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(setup_signature)" ] &&
        [ -z "$(cd "$setup_source" && find "${setup_sources[@]}" -type f -newer "$stamp" -print -quit)" ]
}

# The build works on a copy of the sources, so that an unfinished autogen.sh, or a build that somebody made in the
# source folder itself, cannot come in its way.
setup_copy() {
    mkdir -p "$1/source" && tar -C "$setup_source" --exclude='*.o' --exclude='*.lo' --exclude='*.la' --exclude=.libs \
        --exclude=.deps --exclude=Makefile --exclude=Makefile.in --exclude=.dirstamp --exclude=tools/rabred_schedule --exclude=tune/rabred_tune --exclude=explain/rabred_explain -cf - "${setup_sources[@]}" |
        tar -C "$1/source" -xf -
}

setup_autogen() {
    local unfinished=$1/autogen.unfinished source=$1/source
    if [ ! -e "$unfinished" ] && [ -f "$source/configure" ] && [ ! "$source/configure.ac" -nt "$source/configure" ]; then
        return 0
    fi
    touch "$unfinished"
    setup_step "autogen.sh" "$1/autogen.log" env -C "$source" ./autogen.sh && rm "$unfinished"
}

# Dependencies name sources by their full path, and so would hold on to one that has been moved. A build in a folder below, as of
# test/releases, keeps its own: without them it would not follow a header.
setup_configure() {
    if [ -f "$1/configured" ] && [ ! "$1/source/configure" -nt "$1/configured" ] && [ "$(cat "$1/configured")" = "$(setup_signature)" ]; then
        return 0
    fi
    rm -f "$1/configured"
    find "$1" -type d \( -name .deps -prune -exec rm -rf {} + -o ! -path "$1" -exec test -e {}/configured \; -prune \)
    touch "$1/make.unfinished"
    setup_step "configure" "$1/configure.log" env -C "$1" \
        "$1/source/configure" --enable-werror --prefix="$1/install" --with-component-dir="$1/components" && setup_signature >"$1/configured"
}

# A make that was killed may have left half an object file that looks newer than its source.
setup_make() {
    if [ -e "$1/make.unfinished" ]; then
        setup_step "make clean" "$1/make.log" make -C "$1" clean || return
    fi
    touch "$1/make.unfinished"
    setup_step "make" "$1/make.log" make -C "$1" -j "$(nproc)" &&
        setup_step "make install" "$1/install.log" make -C "$1" install && rm "$1/make.unfinished"
}

# Another copy of the sources keeps its build, as long as it is there; not in a folder below these, which came with a copy of them.
setup_is_ours() {
    local other
    if [ ! -f "$1/configured" ] || [[ $(cd "$1" && pwd) = "$setup_source"/* ]]; then
        return 0
    fi
    other=$(head -n 1 "$1/configured")
    [ "$other/test/setup.sh" -ef "$setup_source/test/setup.sh" ] || [ ! -e "$other/test/setup.sh" ] ||
        setup_error "$1 holds what was built from $other: name another folder by --build, or remove that one"
}

setup_build() {
    local build
    mkdir -p "$1" || return
    build=$(cd "$1" && pwd)
    if setup_is_current "$build"; then
        return 0
    fi
    setup_is_ours "$build" || return
    rm -f "$build/built"
    setup_signature >"$build/built.next"
    setup_copy "$build" && setup_autogen "$build" || return
    setup_configure "$build" && setup_make "$build" && mv "$build/built.next" "$build/built"
}

# Open MPI cannot work with a temporary folder that is not there, or whose name leaves no room for that of a socket.
setup_temporary_folder() {
    if [ -n "${TMPDIR-}" ] && { [ ! -d "$TMPDIR" ] || [ ! -w "$TMPDIR" ] || [ ${#TMPDIR} -gt 50 ]; }; then
        export TMPDIR=/tmp
    fi
}

setup_environment() {
    local components=$1/components
    if [ ! -d "$components" ]; then
        setup_error "$components does not exist: run setup_build first"
        return
    fi
    components=$(cd "$components" && pwd)
    setup_temporary_folder
    # SYSTEM_DEFAULT must stand first: without it mpirun loses its own plug-ins.
    # The empty variable keeps PMIx from taking the path for one of its own and, where a file of PMIx's names one, as in
    # Debian's 5.0.7, from putting that in its place.
    export OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$components PMIX_MCA_mca_base_component_path=
    if [ "$(id -u)" -eq 0 ]; then
        export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    fi
}

# "PASSED FAILED SKIPPED", as the last such line of the log says; one failure, and failing, if there is none, if it does not
# fit the exit status, or if it counts nothing.
setup_count() {
    local line number
    line=$(grep -aE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$1" | tail -n 1)
    read -r -a number <<<"${line//[!0-9 ]/}"
    if [ ${#number[@]} -ne 3 ] || { [ "$2" -ne 0 ] && [ "${number[1]}" -eq 0 ]; } || [ $((number[0] + number[1] + number[2])) -eq 0 ]; then
        echo "0 1 0"
        return 1
    fi
    echo "${number[*]}"
}

setup_has_component() {
    ompi_info --parsable | grep "^mca:$1:" >/dev/null
}

setup_components() {
    { echo rabred && ompi_info --parsable | sed -n 's/^mca:coll:\([a-z0-9_]*\):version:.*component:.*/\1/p'; } | sort -u
}

# Lines "collective algorithm": what can be forced, as the component that Open MPI finds says itself.
setup_offers() {
    ompi_info --param coll rabred --level 9 --parsable |
        sed -n 's/.*:coll_rabred_\([a-z_]*\)_algorithm:enumerator:value:[0-9]*:\([a-z_]*\)$/\1 \2/p' | grep -v ' auto$'
}

# Without yielding, a process that waits keeps the processor from the one it waits for.
setup_oversubscribed=(--oversubscribe --bind-to none --mca mpi_yield_when_idle 1)

# "${setup_from_rank[@]}" N NAME=VALUE PROGRAM ...: after mpirun's options, ranks from N on run with this variable. (With
# several programs and colons the mpirun of Debian's 5.0.7 crashes.)
# shellcheck disable=SC2016 # for sh
setup_from_rank=(sh -c 'first=$0 variable=$1; shift; [ "$OMPI_COMM_WORLD_RANK" -lt "$first" ] || export "$variable"; exec "$@"')

# Options of mpirun for a program whose threads call MPI at once. btl/sm of Open MPI 6.0 (6.0.0rc2, and its branch in August 2026) then
# loses messages, whatever serves collectives: mpirun --mca coll ^rabred -n 3 threads 100, of test/mpi/threads.c, hangs in 8 of 20 jobs.
setup_for_threads() {
    [[ $(mpicc --showme:version 2>/dev/null) != *"Open MPI 6."* ]] || echo --mca btl self,tcp
}
