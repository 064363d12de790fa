# robotsctl.

ARCHIVE_LIBS := -larchive -lsqlite3
CLI_OBJS := $(patsubst %.cpp,$(OUT)/%.o,$(wildcard cli/*/*.cpp))

.PHONY: robotsctl
robotsctl: $(OUT)/robotsctl ## build the admin's tool

# replay --html has the page of the status.
$(OUT)/robotsctl: $(CLI_OBJS) $(STATUS_OBJS) $(POLICY_LIB) $(STATIC_LIBS)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $(CLI_OBJS) $(STATUS_OBJS) $(POLICY_LIB) \
		$(POLICY_LIBS) -lsimdjson -lsmartcols -lcurl $(ARCHIVE_LIBS) $(ZLIB)
