# robotsctl.

ARCHIVE_LIBS := -larchive -lsqlite3
CLI_LIBS := -pthread -lsimdjson -lsmartcols -lcurl $(ARCHIVE_LIBS) $(ZLIB)
MAIN_OBJ := $(OUT)/cli/verbs/robotsctl.o
CLI_OBJS := $(call joined_objects,$(filter-out cli/verbs/robotsctl.cpp, \
	$(wildcard cli/*/*.cpp)),,1)
# Tests take what they try from it.
CLI_LIB := $(OUT)/libcli.a

$(CLI_LIB): $(CLI_OBJS)
	@rm -f $@
	@ar rcs $@ $^

.PHONY: robotsctl
robotsctl: $(OUT)/robotsctl ## build the admin's tool

# JSON is written as in the status.
$(OUT)/robotsctl: $(MAIN_OBJ) $(CLI_LIB) $(COMMON_LIB) $(STATIC_LIBS)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $(MAIN_OBJ) $(CLI_LIB) $(COMMON_LIB) \
		$(POLICY_LIBS) $(CLI_LIBS)
