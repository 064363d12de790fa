# robotsctl.

CLI_OBJS := $(patsubst %.cpp,$(OUT)/%.o,$(wildcard cli/*/*.cpp))

.PHONY: robotsctl
robotsctl: $(OUT)/robotsctl ## build the admin's tool

$(OUT)/robotsctl: $(CLI_OBJS) $(POLICY_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS) -lsimdjson -lsmartcols -lz
