# Fronts for scripts/: each target runs the script of its name.
.DEFAULT_GOAL := help
SCRIPTS := setup build test lint docs demo bench bench-check fuzz gallery screenshots torture-cache soak sanitize examples install deb

.PHONY: help $(SCRIPTS)
help: ## Prints the targets.
	@echo "make TARGET, each the same as scripts/TARGET:"
	@for s in $(SCRIPTS); do printf '  %-14s %s\n' "$$s" "$$(sed -n '2s/^# //p' scripts/$$s)"; done

$(SCRIPTS):
	@scripts/$@ $(SECONDS) $(ARGS) $(URLS)
