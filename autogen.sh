#!/bin/sh
# Makes configure and the Makefile.in files. Needs autoconf, automake and libtool.
set -e
cd "$(dirname "$0")"
for tool in autoreconf:autoconf automake:automake libtoolize:libtool; do
    if ! command -v "${tool%:*}" >/dev/null 2>&1; then
        echo "autogen.sh: ${tool%:*} not found: install the package ${tool#*:}" >&2
        exit 1
    fi
done
mkdir -p m4
exec autoreconf --install --force --warnings=all "$@"
