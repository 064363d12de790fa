# The module, by nginx's own build.

MODULE := $(OUT)/ngx_http_robots_module.so
MODULE_SRCS := $(wildcard module/*.cpp module/*/*.cpp)
# What each request runs through has flags of its own: see config.make. A test
# builds the check of nginx's structures anew.
MODULE_ALONE := $(addprefix module/,conf/nginx_layout.cpp \
	enforcement/enforce.cpp enforcement/request_context.cpp \
	handlers/headers.cpp handlers/variables.cpp)
MODULE_UNITS := $(call units,$(filter-out $(MODULE_ALONE),$(MODULE_SRCS)))
MODULE_COMPILED := $(MODULE_UNITS) $(MODULE_ALONE)
# What a build that runs nginx's configure by itself gives it as ROBOTS_SOURCES.
.PHONY: list-module-sources
list-module-sources:
	@echo $(abspath $(MODULE_COMPILED))

NGINX_TREE := $(OUT)/nginx-tree
NGINX_OBJS := $(OUT)/nginx
# A new or renamed source, another flag or version means a new configure.
SOURCE_LIST := $(OUT)/module-sources
MODULE_CC := $(strip $(CCACHE) $(CC))
MODULE_CXXFLAGS := $(if $(SANITIZE),,$(CPPFLAGS) $(CXXFLAGS) $(SECTIONS))
CONFIGURED_WITH = $(subst ',,$(VERSION) $(MODULE_COMPILED) $(NGINX_SRC) \
	$(SANITIZE) $(MODULE_CC) $(MODULE_CXXFLAGS) $(COLD_CXXFLAGS) $(LDFLAGS) $(MODULE_LIBS))

.PHONY: module
module: $(MODULE) ## build the nginx module

.PHONY: force
$(SOURCE_LIST): force
	@mkdir -p $(@D)
	@echo '$(CONFIGURED_WITH)' | cmp -s - $@ || \
		echo '$(CONFIGURED_WITH)' > $@

# TREE, OBJS and the option that adds the module, as configure-nginx has them.
define configure_nginx
	@echo '  CONFIG $(NGINX_SRC)'
	@NGINX_SRC='$(NGINX_SRC)' SANITIZE='$(SANITIZE)' ROBOTS_BUILD='$(OUT)' \
		ROBOTS_COMMON_LIB='$(COMMON_LIB)' \
		ROBOTS_SOURCES='$(abspath $(MODULE_COMPILED))' \
		ROBOTS_CC='$(MODULE_CC)' ROBOTS_LDFLAGS='$(LDFLAGS)' \
		ROBOTS_CXXFLAGS='$(MODULE_CXXFLAGS)' \
		ROBOTS_COLD_CXXFLAGS='$(COLD_CXXFLAGS)' ROBOTS_LIBS='$(MODULE_LIBS)' \
		ROBOTS_ADD='$3' tools/configure-nginx '$1' '$2' '$(ROOT)'
endef

$(NGINX_OBJS)/Makefile: $(SOURCE_LIST) config config.make tools/configure-nginx
	$(call configure_nginx,$(NGINX_TREE),$(NGINX_OBJS),--add-dynamic-module)

# nginx's Makefile knows what is out of date. It prints each command whole.
$(MODULE): $(NGINX_OBJS)/Makefile $(COMMON_LIB) $(STATIC_LIBS) force
	@set -o pipefail; $(MAKE) --no-print-directory -C $(NGINX_TREE) \
		-f $(NGINX_OBJS)/Makefile modules | tools/short-lines
	@cmp -s $(NGINX_OBJS)/$(@F) $@ || cp $(NGINX_OBJS)/$(@F) $@

# An nginx with the module compiled in, as for those who build their own. Its tests
# ask for the order of modules, so it is compiled unoptimised, in half the time.
COMPILED_IN := $(OUT)/compiled-in
$(COMPILED_IN)/nginx/Makefile: private MODULE_CXXFLAGS := $(CPPFLAGS) -O0 $(SECTIONS)

$(COMPILED_IN)/nginx/Makefile: $(SOURCE_LIST) config config.make \
		tools/configure-nginx
	$(call configure_nginx,$(COMPILED_IN)/tree,$(COMPILED_IN)/nginx,--add-module)

$(COMPILED_IN)/nginx/nginx: $(COMPILED_IN)/nginx/Makefile $(COMMON_LIB) force
	@set -o pipefail; $(MAKE) --no-print-directory -C $(COMPILED_IN)/tree \
		-f $(COMPILED_IN)/nginx/Makefile binary | tools/short-lines

# What the status page is made of.
PAGE_TEXTS := $(wildcard status/page/*.html status/page/*.css status/page/*.js)

$(OUT)/status_page.inc: tools/embed-page $(PAGE_TEXTS)
	@mkdir -p $(@D)
	@tools/embed-page status/page > $@

$(PAGE_OBJ): $(OUT)/status_page.inc
