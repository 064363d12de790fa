# make install, make uninstall: what was built, with what belongs to it.

# Asked of the nginx that is installed; Debian's folder if there is none.
NGINX_MODULES ?= $(or $(shell PATH="$$PATH:/usr/sbin:/usr/local/sbin" nginx -V \
	2>&1 | sed -n 's/.*--modules-path=\([^ ]*\).*/\1/p'),/usr/lib/nginx/modules)
# Where Debian keeps a file with load_module for each module; empty for none.
NGINX_AVAILABLE ?= /usr/share/nginx/modules-available
# Symbols, where gdb looks for them; empty: they stay in the files.
SYMBOLS ?= /usr/lib/debug
bindir ?= $(prefix)/bin
mandir ?= $(datadir)/man

# Where systemd looks for units; empty: none are installed.
UNITS ?= $(prefix)/lib/systemd/system

LOAD_FILE := mod-http-robots.conf
UNIT_FILES := $(notdir $(wildcard packaging/systemd/*))
EXAMPLES = $(shell find nginx-conf-examples -type f | sort)

# mode:file:where to, with its name there. `install` makes files in $made.
INSTALLED = \
	644:$(MODULE):$(NGINX_MODULES)/$(notdir $(MODULE)) \
	755:$(OUT)/robotsctl:$(bindir)/robotsctl \
	$(if $(NGINX_AVAILABLE),644:$$made/$(LOAD_FILE):$(NGINX_AVAILABLE)/$(LOAD_FILE)) \
	644:docs/robotsctl.1:$(mandir)/man1/robotsctl.1 \
	644:cli/completion/robotsctl.bash:$(datadir)/bash-completion/completions/robotsctl \
	644:cli/completion/_robotsctl:$(datadir)/zsh/site-functions/_robotsctl \
	$(if $(UNITS),$(foreach unit,$(UNIT_FILES), \
		644:$$made/$(unit):$(UNITS)/$(unit))) \
	$(foreach file,$(wildcard templates/*.yaml),644:$(file):$(share)/$(notdir $(file))) \
	$(foreach file,docs/policy.schema.json docs/status.schema.json \
		docs/survey.schema.json, \
		644:$(file):$(share)/$(notdir $(file))) \
	$(foreach file,docs/grafana-dashboard.json docs/alerts.yaml \
		docs/log-format-robots.conf docs/fail2ban-nginx-robots.conf, \
		644:$(file):$(share)/monitoring/$(notdir $(file))) \
	$(foreach file,$(EXAMPLES), \
		644:$(file):$(share)/examples/$(file:nginx-conf-examples/%=%))

# Where 0.1.0 installed what is in monitoring/ now. `include: <share>/*.yaml`
# would read it.
MOVED := $(addprefix $(share)/,alerts.yaml grafana-dashboard.json)

# Builds nothing, and leaves nothing in the folder of what was built: root
# installs what somebody built, for the nginx that it was built for.
.PHONY: install
install: ## install what was built: DESTDIR=, prefix=, NGINX_MODULES=
	@tools/install check '$(OUT)' '$(share)'
	@set -e; made=$$(mktemp -d); trap 'rm -rf "$$made"' EXIT; \
	echo 'load_module $(NGINX_MODULES)/$(notdir $(MODULE));' > $$made/$(LOAD_FILE); \
	for unit in $(UNIT_FILES); do \
		sed 's|/usr/bin/robotsctl|$(bindir)/robotsctl|' \
			packaging/systemd/$$unit > $$made/$$unit; \
	done; \
	tools/install files '$(DESTDIR)' '$(SYMBOLS)' $(INSTALLED)
	@tools/install remove '$(DESTDIR)' '' $(MOVED)

.PHONY: list-installed
list-installed:
	@printf '%s\n' $(INSTALLED)

.PHONY: uninstall
uninstall: ## remove what was installed, with the same DESTDIR= and so on
	@tools/install remove '$(DESTDIR)' '$(SYMBOLS)' $(MOVED) $(INSTALLED)
