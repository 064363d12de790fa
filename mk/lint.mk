# Format, linters, and what an editor wants to know.

CXX_FILES = $(shell git ls-files --cached --others --exclude-standard \
	'*.cpp' '*.hpp' 2>/dev/null)
SCRIPTS = $(shell grep -lE '^#!.*\bbash' tools/* bench/* \
	tests/build/* tests/packages/* tests/matrix/* packaging/*/prepare .ci/run 2>/dev/null)

.PHONY: format
format: ## format all sources
	clang-format -i $(CXX_FILES)

TABLES := $(addprefix $(OUT)/,crawlers_table.inc browsers_table.inc \
	status_page.inc)

# Looked at each time, but touched only by a change: clangd then reads it again.
compile_commands.json: $(TABLES) $(NGINX_OBJS)/Makefile \
		force ## tell clangd and clang-tidy the flags
	@tools/compile-commands '$(OUT)' '$(NGINX_TREE)' > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.PHONY: lint
lint: compile_commands.json ## check format, lengths, floors, clang-tidy, scripts, man pages
	clang-format --dry-run --Werror $(CXX_FILES)
	shellcheck -x $(SCRIPTS)
	mandoc -T lint -W warning docs/*.1
	tools/lint-lengths
	tools/lint-floors
	tools/lint-logs
	tools/lint-links
	tools/lint-tidy

.PHONY: lint-alone
lint-alone: compile_commands.json ## each source compiles by itself, not only joined
	tools/lint-alone

.PHONY: clean
clean: ## remove what was built
	rm -rf '$(abspath $(BUILD))' compile_commands.json
