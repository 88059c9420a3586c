# Two profiles of callgrind, of N and of 2N calls of one rank, to what one call costs:
#
#     awk -v calls=N -f account.awk PROFILE_N PROFILE_2N
#
# prints lines "KIND INSTRUCTIONS TIMES FUNCTION OBJECT", per call. TIMES is rounded: callgrind counts calls also where
# it does not collect costs, and what goes on at start-up is not always the same. Instructions are exact.
#     call         all that the MPI call costs by itself; then what this is made of and what is left out of it:
#     own          a function that runs only on behalf of the call: what it costs without the functions it calls
#     shared       a function that what is left out uses, too: what it costs, with all it calls, when the call calls it
#     transport    left out: a function of the PML, or opal_progress, with all it calls
#     operator     left out: a function of an operator component
#
# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause

function fail(reason) {
    print "account.awk: " reason >"/dev/stderr"
    failed = 1
    exit 1
}

# Names are written in full once, "(7) name", and then as "(7)".
function full_name(space, text,    number) {
    number = text
    sub(/\).*/, ")", number)
    if (text != number) known[space, number] = substr(text, length(number) + 2)
    return known[space, number]
}

function object_name(text) {
    text = full_name("object", text)
    sub(/.*\//, "", text)
    return text
}

# What is left out, and so not entered by the walk through the call.
function kind_of(name) {
    if (name ~ /^opal_progress / || name ~ / mca_pml_[^ ]*$/) return "transport"
    if (name ~ / mca_op_[^ ]*$/) return "operator"
    return ""
}

# Adds to set[] all functions that `name` leads to, itself included; what is left out only if it is `everything`.
function reach(name, set, everything,    edge, pair, pending, count) {
    pending[++count] = name
    while (count > 0) {
        name = pending[count--]
        if (name in set || !everything && kind_of(name) != "") continue
        set[name]
        for (edge in inclusive) {
            split(edge, pair, SUBSEP)
            if (pair[1] == name) pending[++count] = pair[2]
        }
    }
}

function show(kind, instructions, number, name) {
    printf "%s %.10g %.0f %s\n", kind, instructions / calls, number / calls, name
}

FNR == 1 { sign = ++files == 1 ? -1 : 1 }
/^ob=/ { object = object_name(substr($0, 4)) }
/^cob=/ { callee_object = object_name(substr($0, 5)) }
/^fn=/ { caller = full_name("function", substr($0, 4)) " " object }
/^cfn=/ { callee = full_name("function", substr($0, 5)) " " (callee_object == "" ? object : callee_object) }
/^calls=/ { times[caller, callee] += sign * substr($1, 7); is_call = 1 }
/^[0-9+*-]/ {
    if (is_call) inclusive[caller, callee] += sign * $2
    else self[caller] += sign * $2
    is_call = 0
    callee_object = ""
}

END {
    if (failed) exit 1
    for (edge in inclusive) {
        if (inclusive[edge] == 0) {
            delete inclusive[edge]
            continue
        }
        split(edge, pair, SUBSEP)
        if (pair[2] ~ /^P?MPI_[A-Z][a-z_]+ libmpi/) {
            root = pair[2]
            rest += inclusive[edge]
            entered += times[edge]
        }
    }
    if (entered != calls) fail("the profiles differ by " entered + 0 " calls of " (root == "" ? "MPI" : root) " instead of " calls)
    reach(root, mine, 0)
    for (edge in inclusive) {
        split(edge, pair, SUBSEP)
        if (pair[1] in mine && kind_of(pair[2]) != "") reach(pair[2], theirs, 1)
    }
    for (edge in inclusive) {
        split(edge, pair, SUBSEP)
        if (!(pair[1] in mine)) continue
        if (kind_of(pair[2]) != "") {
            if (pair[1] in theirs) fail(pair[1] " leads to " pair[2] " from the call and from the transport: these cannot be told apart")
            out[pair[2]] += inclusive[edge]
            times_out[pair[2]] += times[edge]
            rest -= inclusive[edge]
        } else if (!(pair[2] in theirs)) {
            entries[pair[2]] += times[edge]
        } else if (!(pair[1] in theirs)) {
            shared[pair[2]] += inclusive[edge]
            times_shared[pair[2]] += times[edge]
            total += inclusive[edge]
        }
    }
    entries[root] = calls
    for (name in mine) if (!(name in theirs)) total += self[name]
    if (total != rest) fail("the parts of the call make " total " instructions, the whole " rest)
    show("call", total, calls, root)
    for (name in mine) if (!(name in theirs)) show("own", self[name], entries[name], name)
    for (name in shared) show("shared", shared[name], times_shared[name], name)
    for (name in out) show(kind_of(name), out[name], times_out[name], name)
}
