# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause

from spack_repo.builtin.packages.openmpi.package import Openmpi as BuiltinOpenmpi

from spack.package import *


class Openmpi(BuiltinOpenmpi):
    """Spack's Open MPI, with the headers that components outside its tree are built with."""

    def configure_args(self):
        return super().configure_args() + ["--with-devel-headers"]
