# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause
"""Runs one module of mpi4py's own tests: run_mpi4py.py FOLDER MODULE

Every process prints a line `TEST NAME ok|skipped|failed` for each test, after what was wrong.
"""
import sys
import unittest


class Result(unittest.TestResult):
    status = 'ok'

    def stopTest(self, test):
        super().stopTest(test)
        sys.stdout.write('TEST %s %s\n' % (test.id().split('.', 1)[1], self.status))
        sys.stdout.flush()
        self.status = 'ok'

    def addSkip(self, test, reason):
        self.status = 'skipped'

    def wrong(self, test, what):
        self.status = 'failed'
        print(test.id(), self._exc_info_to_string(what, test), flush=True)
        if not isinstance(test, unittest.TestCase):   # what surrounds the tests
            sys.exit(1)

    addError = addFailure = wrong

    def addSubTest(self, test, part, what):
        if what is not None:
            self.wrong(test, what)

    def addUnexpectedSuccess(self, test):
        self.status = 'failed'


sys.path.insert(0, sys.argv[1])
unittest.defaultTestLoader.loadTestsFromName(sys.argv[2]).run(Result())
