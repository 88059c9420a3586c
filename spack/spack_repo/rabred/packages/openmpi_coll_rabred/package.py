# Copyright (c) 2026 The rabred authors. SPDX-License-Identifier: BSD-3-Clause

import pathlib

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *


class OpenmpiCollRabred(AutotoolsPackage):
    """A component of Open MPI that serves MPI_Allreduce, MPI_Reduce, MPI_Reduce_scatter and
    MPI_Reduce_scatter_block at any number of processes."""

    # This recipe is part of the repository that it builds.
    git = pathlib.Path(__file__).resolve().parents[5].as_uri()

    license("BSD-3-Clause")

    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("autoconf@2.69:", type="build")
    depends_on("automake@1.15:", type="build")
    depends_on("libtool", type="build")
    depends_on("m4", type="build")
    depends_on("pkgconfig", type="build")

    # The component works with no other release; the hash of this package follows Open MPI's.
    depends_on("openmpi@4.1:6.0", type=("build", "link", "run"))

    sanity_check_is_file = [join_path("lib", "openmpi", "mca_coll_rabred.so")]

    @property
    def component_directory(self):
        return join_path(self.prefix.lib, "openmpi")

    def autoreconf(self, spec, prefix):
        Executable("./autogen.sh")()

    def configure_args(self):
        return [
            f"--with-ompi={self.spec['openmpi'].prefix}",
            f"--with-component-dir={self.component_directory}",
        ]

    def setup_run_environment(self, env: EnvironmentModifications) -> None:
        # SYSTEM_DEFAULT must stand first: without it mpirun loses its own plug-ins. From 5.0 on
        # PMIx reads the first variable, too, and is kept silent by the second.
        env.set("OMPI_MCA_mca_base_component_path", f"SYSTEM_DEFAULT:{self.component_directory}")
        env.set("PMIX_MCA_mca_base_component_path", "")
