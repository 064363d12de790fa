# policy/: the library, and the tables that are made for it.

POLICY_SRCS := $(wildcard policy/*/*.cpp policy/*/*/*.cpp)
# What includes tables that the generators make, and what has a flag of its own.
TABLE_OBJS := $(OUT)/policy/crawlers/built_in_crawlers.o
SHARE_OBJ := $(OUT)/policy/loader/files/roots.o
POLICY_ALONE := $(patsubst $(OUT)/%.o,%.cpp,$(TABLE_OBJS) $(SHARE_OBJ))
POLICY_UNITS := $(call units,$(filter-out $(POLICY_ALONE),$(POLICY_SRCS)))
POLICY_OBJS := $(call objects,$(POLICY_UNITS) $(POLICY_ALONE))
# A generator is linked with the first, and with tools/empty_tables.cpp.
CORE_LIB := $(OUT)/libpolicy_core.a
POLICY_LIB := $(OUT)/libpolicy.a

define COMPILE_ONE
	@mkdir -p $(@D)
	@echo '  CXX    $(patsubst $(OUT)/%,%,$<)'
	@$(COMPILE) -c -o $@ $<
endef

# Another version means other objects.
$(OUT)/%.o: %.cpp $(OUT)/built-version
	$(COMPILE_ONE)

$(OUT)/joined/%.o: $(OUT)/joined/%.cpp $(OUT)/built-version
	$(COMPILE_ONE)

$(OUT)/built-version: force
	@mkdir -p $(@D)
	@echo '$(VERSION)' | cmp -s - $@ || echo '$(VERSION)' > $@

$(CORE_LIB): $(filter-out $(TABLE_OBJS),$(POLICY_OBJS))
	@rm -f $@
	@ar rcs $@ $^

$(POLICY_LIB): $(POLICY_OBJS)
	@rm -f $@
	@ar rcs $@ $^

# Another folder means another object.
$(SHARE_OBJ): CPPFLAGS += -DROBOTS_SHARE='"$(share)"'
$(SHARE_OBJ): $(OUT)/share-folder

# What only loads policies: see mk/static.mk.
$(COLD_OBJS): CXXFLAGS += $(COLD_CXXFLAGS)

$(OUT)/share-folder: force
	@mkdir -p $(@D)
	@echo '$(share)' | cmp -s - $@ || echo '$(share)' > $@

EMBEDDERS := $(addprefix $(OUT)/,embed_crawlers embed_browsers)
$(EMBEDDERS): $(OUT)/%: $(OUT)/tools/%.o $(OUT)/tools/empty_tables.o $(CORE_LIB) | $(STATIC_LIBS)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS)

$(OUT)/crawlers_table.inc: policy/crawlers/crawlers.yaml $(OUT)/embed_crawlers
	@$(OUT)/embed_crawlers $< > $@

$(OUT)/browsers_table.inc: tests/data/user_agents_browsers.txt \
		$(OUT)/embed_browsers
	@$(OUT)/embed_browsers $< > $@

$(TABLE_OBJS): $(OUT)/crawlers_table.inc $(OUT)/browsers_table.inc
