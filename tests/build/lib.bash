# shellcheck shell=bash disable=SC2034
# What the tests in this folder share. Each is a bash script that prints a line
# for each of its cases, and ends with exit code 0 only if all passed.

root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
# nginx's auto/make changes ".c" in the path of a source to ".o", also where it is
# in the name of a folder: without a dot.
work=$(mktemp -d "${TMPDIR:-/tmp}/robots-XXXXXXXXXX")
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    failures=$((failures + 1))
    printf '    %s\n' "$@" >&2
}

# Runs a function in a folder of its own.
try() {
    local before=$failures folder=$work/$1
    mkdir -p "$folder"
    cd "$folder" || exit 2
    "$@"
    if [ "$failures" -eq "$before" ]; then
        echo "  ok      $1"
    else
        echo "  FAILED  $1"
    fi
}

# A file, or a text, has each of these words.
expect_in() {
    local text=$1 word
    shift
    [ -f "$text" ] && text=$(cat "$text")
    for word in "$@"; do
        grep -qF -- "$word" <<<"$text" || fail "\"$word\" is missing in: $text"
    done
}

finish() {
    [ "$failures" -eq 0 ]
    exit
}
