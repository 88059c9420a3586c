# The programs that catch test/mutate's faults: make -C TREE -f mutate.mk, in a copy of the component and test/.
flags := -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -w -pthread -Icoll_rabred/sched
objects = $(patsubst %.c,%.o,$(wildcard $(addsuffix /*.c,$1)))
sched := $(call objects,coll_rabred/sched)
prove := $(call objects,test/sched) $(sched)
execute := $(call objects,test/exec) $(patsubst %,coll_rabred/exec/%.o,emit program run scratch segments) $(sched)
choose := $(call objects,test/choose coll_rabred/choose) $(sched)

all: prove execute choose
prove: $(prove)
execute: $(execute)
execute: wrapped := -Wl,--wrap=aligned_alloc,--wrap=calloc,--wrap=realloc
choose: $(choose)
choose: wrapped := -Wl,--wrap=calloc,--wrap=realloc
prove execute choose:
	$(CC) $(flags) $(wrapped) $^ -o $@
%.o: %.c
	$(CC) $(flags) -MMD -c $< -o $@
-include $(patsubst %.o,%.d,$(sort $(prove) $(execute) $(choose)))
