# SPDX-License-Identifier: LGPL-2.1-or-later
# What gpcd-sim loads under mpirun, once for each MPI. `make all` leaves it out: it needs both MPIs.

peers_lib	:= $(MPIS:%=$(BUILD)/libgpcd-sim-%.so)

.PHONY: peers install-peers
peers: need-mpi $(peers_lib)	## libraries by which gpcd-sim simulates with several processes, for each MPI

-include $(MPIS:%=$(BUILD)/%/obj/lib/peers/mpi.d)
$(MPIS:%=$(BUILD)/%/obj/lib/peers/mpi.o): kmod/core/version.h
$(peers_lib): $(BUILD)/libgpcd-sim-%.so: $(BUILD)/%/obj/lib/peers/mpi.o
	$(call say,LINK)
	$(Q)mpicc.$* $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) $(gm_ldflags) -o $@ $<

gm-tests: $(peers_lib)

install-peers: peers	## the same, for gpcd-sim (DESTDIR=, prefix=)
	install -d $(DESTDIR)$(libdir)
	install -m 644 $(peers_lib) $(DESTDIR)$(libdir)
