# The library that module and robotsctl share, policy/ and status/, and the
# tables that are made for it.

POLICY_SRCS := $(wildcard policy/*/*.cpp policy/*/*/*.cpp)
# What includes tables that the generators make, and what has a flag of its own.
TABLE_OBJS := $(OUT)/policy/crawlers/built_in_crawlers.o
SHARE_OBJ := $(OUT)/policy/loader/files/roots.o
POLICY_ALONE := $(patsubst $(OUT)/%.o,%.cpp,$(TABLE_OBJS) $(SHARE_OBJ))
# A request does not run through what loads policies. Signatures cost what libcrypto
# takes for them, a fleet what its server does, and a request asks robots_txt for
# the minute of a window. Each other folder is joined by itself: in a long unit,
# GCC inlines less.
COLD_FOLDERS := fleet import loader lint robots_txt signature
POLICY_JOINED := $(filter-out $(POLICY_ALONE),$(POLICY_SRCS))
COLD_SRCS := $(filter $(COLD_FOLDERS:%=policy/%/%),$(POLICY_JOINED))
COLD_UNITS := $(call units,$(COLD_SRCS),,1)
HOT_UNITS := $(call units,$(filter-out $(COLD_SRCS),$(POLICY_JOINED)))
POLICY_OBJS := $(call objects,$(HOT_UNITS) $(COLD_UNITS) $(POLICY_ALONE))
# The page includes a text that is made.
PAGE_OBJ := $(OUT)/status/page/page.o
STATUS_OBJS := $(PAGE_OBJ) $(call joined_objects,$(filter-out \
	status/page/page.cpp,$(wildcard status/*.cpp status/*/*.cpp)),,1)
COLD_OBJS := $(call objects,$(COLD_UNITS)) $(SHARE_OBJ) $(STATUS_OBJS)
# A generator is linked with the first, and with tools/empty_tables.cpp.
CORE_LIB := $(OUT)/libpolicy.a
COMMON_LIB := $(OUT)/libcommon.a

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

$(COMMON_LIB): $(POLICY_OBJS) $(STATUS_OBJS)
	@rm -f $@
	@ar rcs $@ $^

# Another folder means another object.
$(SHARE_OBJ): CPPFLAGS += -DROBOTS_SHARE='"$(share)"'
$(SHARE_OBJ): $(OUT)/share-folder

# What no request runs through: see mk/static.mk.
$(COLD_OBJS): CXXFLAGS += $(COLD_CXXFLAGS)

$(OUT)/share-folder: force
	@mkdir -p $(@D)
	@echo '$(share)' | cmp -s - $@ || echo '$(share)' > $@

EMBEDDERS := $(addprefix $(OUT)/,embed_crawlers embed_browsers)
$(EMBEDDERS): $(OUT)/%: $(OUT)/tools/%.o $(OUT)/tools/empty_tables.o \
		$(CORE_LIB) | $(STATIC_LIBS)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS)

$(OUT)/crawlers_table.inc: policy/crawlers/crawlers.yaml $(OUT)/embed_crawlers
	@$(OUT)/embed_crawlers $< > $@

$(OUT)/browsers_table.inc: tests/data/user_agents_browsers.txt \
		$(OUT)/embed_browsers
	@$(OUT)/embed_browsers $< > $@

$(TABLE_OBJS): $(OUT)/crawlers_table.inc $(OUT)/browsers_table.inc
