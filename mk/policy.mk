# policy/: the library, and the tables that are made for it.

POLICY_SRCS := $(wildcard policy/*/*.cpp policy/*/*/*.cpp)
POLICY_OBJS := $(POLICY_SRCS:%.cpp=$(OUT)/%.o)
# What includes tables that the generators make.
TABLE_OBJS := $(addprefix $(OUT)/policy/crawlers/,built_in_crawlers.o browsers.o)
# Static archives: the generator takes only what reads YAML from the first.
CORE_LIB := $(OUT)/libpolicy_core.a
POLICY_LIB := $(OUT)/libpolicy.a

define COMPILE_ONE
	@mkdir -p $(@D)
	@echo '  CXX    $<'
	@$(COMPILE) -c -o $@ $<
endef

$(OUT)/%.o: %.cpp
	$(COMPILE_ONE)

$(CORE_LIB): $(filter-out $(TABLE_OBJS),$(POLICY_OBJS))
	@rm -f $@
	@ar rcs $@ $^

$(POLICY_LIB): $(POLICY_OBJS)
	@rm -f $@
	@ar rcs $@ $^

# Another folder means another object.
SHARE_OBJ := $(OUT)/policy/loader/yaml/share_folder.o
$(SHARE_OBJ): CPPFLAGS += -DROBOTS_SHARE='"$(share)"'
$(SHARE_OBJ): $(OUT)/share-folder

$(OUT)/share-folder: force
	@mkdir -p $(@D)
	@echo '$(share)' | cmp -s - $@ || echo '$(share)' > $@

EMBEDDERS := $(addprefix $(OUT)/,embed_crawlers embed_browsers)
$(EMBEDDERS): $(OUT)/%: $(OUT)/tools/%.o $(CORE_LIB) | $(STATIC_LIBS)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(POLICY_LIBS)

$(OUT)/crawlers_table.inc: policy/crawlers/crawlers.yaml $(OUT)/embed_crawlers
	@$(OUT)/embed_crawlers $< > $@

$(OUT)/browsers_table.inc: tests/data/user_agents_browsers.txt \
		$(OUT)/embed_browsers
	@$(OUT)/embed_browsers $< > $@

$(OUT)/policy/crawlers/built_in_crawlers.o: $(OUT)/crawlers_table.inc
$(OUT)/policy/crawlers/browsers.o: $(OUT)/browsers_table.inc
