/*
 * Runs a command and shows what each of its writes to stderr holds, which takes a socket that keeps them apart. Its exit
 * status is the command's, or 255.
 *
 *     writes COMMAND [ARGUMENT...]   on stdout: what it wrote; (cut) after a write that ends within a line
 *
 * Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words)
{
    char text[65536];
    int ends[2], status;

    if (count < 2 || 0 != socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends)) {
        return 255;
    }
    pid_t child = fork();
    if (0 == child) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        execvp(words[1], words + 1);
        _exit(255);
    }
    close(ends[1]);
    for (ssize_t bytes; (bytes = read(ends[0], text, sizeof(text))) > 0;) {
        fwrite(text, 1, (size_t) bytes, stdout);
        if ('\n' != text[bytes - 1]) {
            puts("(cut)");
        }
    }
    return child == waitpid(child, &status, 0) && WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}
