# What tests in clean roots share. Sourced. Each check prints its name on a line
# of its own, which begins with "passed" or "FAILED".
# shellcheck shell=bash

# check NAME COMMAND...: the command must succeed. What it prints is shown where
# it does not.
check() {
    local name=$1 output
    shift
    # A file: a daemon that the command starts would keep a pipe open.
    output=$(mktemp)
    if "$@" >"$output" 2>&1 </dev/null; then
        echo "passed  $name"
    else
        echo "FAILED  $name"
        tail -n 40 "$output" | sed 's/^/    /'
    fi
    rm -f "$output"
}

# Succeeds if the command fails, and its output holds the text.
fails_with() {
    local text=$1 output
    shift
    if output=$("$@" 2>&1); then
        printf 'did not fail: %s\n' "$*"
        return 1
    fi
    grep -qF -- "$text" <<<"$output" || {
        printf 'failed without "%s":\n%s\n' "$text" "$output"
        return 1
    }
}

# Waits until the command succeeds, at most ten seconds.
await() {
    local tries
    for ((tries = 0; tries < 200; tries++)); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.05
    done
    printf 'did not come true: %s\n' "$*"
    return 1
}

# The lines that count_checks reads are the output of tests in roots.
count_checks() {
    local log=$1 passed failed
    passed=$(grep -c '^passed  ' "$log" || true)
    failed=$(grep -c '^FAILED  ' "$log" || true)
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
