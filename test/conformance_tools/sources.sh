# shellcheck shell=bash
# Sourced by test/conformance and test/intree: other projects' sources, out of Debian's source packages.
#
#     sources_fetch FOLDER PACKAGE       puts PACKAGE_*.orig.tar.* into FOLDER, unless one is there
#     sources_unpack FOLDER PACKAGE PATH puts what is below PATH in that archive into FOLDER/PACKAGE
#
# Each says on standard error what is wrong and returns non-zero. Where sources_codename is set, packages are those of that
# release of Debian instead of this machine's.

# The machine's own sources of packages, turned into sources of source packages; of another release of Debian the mirror alone,
# which need not have updates of it. Nothing outside FOLDER changes.
sources_apt() {
    local folder=$1 list='' parts='' file
    shift
    eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
    mkdir -p "$folder"/{parts,lists/partial,cache/archives/partial} || return
    if [ -n "${sources_codename:-}" ] && [ "$sources_codename" != "$(. /etc/os-release && echo "$VERSION_CODENAME")" ]; then
        echo "deb-src $(setup_mirror) $sources_codename main" >"$folder/parts/other.list"
    else
        for file in "$list" "$parts"*.list "$parts"*.sources; do
            [ -f "$file" ] || continue
            sed -E 's/^Types:.*/Types: deb-src/; s/^[[:space:]]*deb(-src)?([[:space:]])/deb-src\2/' "$file" >"$folder/parts/${file##*/}"
        done
    fi
    apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$folder/parts" \
        -o Dir::State::lists="$folder/lists" -o Dir::Cache="$folder/cache" "$@"
}

sources_download() {
    local folder=$1 package=$2
    rm -rf "$folder/new"
    mkdir -p "$folder/new" || return
    sources_apt "$folder/apt" update
    (cd "$folder/new" && sources_apt "$folder/apt" source --download-only "$package") &&
        mv "$folder/new/${package}"_*.orig.tar.* "$folder"
}

sources_fetch() {
    local folder=$1 package=$2 log=$1/$2.log
    compgen -G "$folder/${package}_*.orig.tar.*" >/dev/null && return
    setup_job sources_download "$folder" "$package" >"$log" 2>&1 && return
    setup_error "$package's source package cannot be fetched: $(grep '^E:' "$log" | head -n 1) ($log)"
}

sources_unpack() {
    local folder=$1 package=$2 path=$3 new=$1/new
    [ -d "$folder/$package" ] && return
    rm -rf "$new"
    mkdir -p "$new" || return
    tar -xf "$(compgen -G "$folder/${package}_*.orig.tar.*" | tail -n 1)" -C "$new" --wildcards "*/$path" &&
        mv "$new"/*/"$path" "$folder/$package"
}
