# bash completion of robotsctl; source it, or install it as
# /usr/share/bash-completion/completions/robotsctl.

_robotsctl() {
    local current=${COMP_WORDS[COMP_CWORD]}
    local previous=${COMP_WORDS[COMP_CWORD - 1]}
    local verbs="check render explain identify replay report suggest diff import watch
        sources crawlers survey probe fleet"
    local categories="search ai-training ai-search ai-agent seo archive preview
        feed monitor ads research security library client
        other"
    local options=

    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(
            compgen -W "$verbs --help --version" -- "$current")
        return
    fi
    case $previous in
    --category)
        mapfile -t COMPREPLY < <(compgen -W "$categories" -- "$current")
        return
        ;;
    --url | --user-agent | --crawler | --address | --reverse-name | --at | \
        --header | --method | \
        --operator | --var | --host | --exec | --interval | --top | \
        --too-many | --rules | --only | --timeout | --nodes | --connect-to)
        return
        ;;
    --root | --directory | --output-dir)
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    --language)
        mapfile -t COMPREPLY < <(compgen -W "1.0 1.1" -- "$current")
        return
        ;;
    --format)
        mapfile -t COMPREPLY < <(
            compgen -W "text json sarif github" -- "$current")
        return
        ;;
    --addresses)
        mapfile -t COMPREPLY < <(compgen -W "full masked" -- "$current")
        return
        ;;
    --log-format)
        mapfile -t COMPREPLY < <(
            compgen -W "combined vhost_combined combined_vhost" -- "$current")
        return
        ;;
    --robots-txt | --log | --log-format-from | --sqlite | --html | --batch | \
        --nginx-map | --ca-file)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    esac
    case ${COMP_WORDS[1]} in
    check) options="--all --coverage --format --language --quiet --strict --root --var" ;;
    render) options="--url --annotate --output-dir --check --root --var" ;;
    explain)
        options="--url --user-agent --crawler --address --resolve
            --reverse-name --no-resolver --no-merge-slashes --at --header
            --method --fetched --test-keys --batch --robots-txt
            --root --var"
        ;;
    identify) ;;
    replay)
        options="--url --log-format --log-format-from --top --rules --lines
            --coverage --no-merge-slashes --robots-txt --root --var"
        ;;
    report)
        options="--url --log-format --log-format-from --top --crawler --html
            --addresses --no-merge-slashes --robots-txt --root --var"
        ;;
    suggest)
        options="--url --log-format --log-format-from --too-many
            --no-merge-slashes --robots-txt --root --var"
        ;;
    diff)
        options="--log --text --url --log-format --log-format-from --root --var"
        ;;
    import) options="--host --split --nginx-map" ;;
    watch) options="--exec --interval --once --root --var" ;;
    sources)
        if ((COMP_CWORD == 2)); then
            mapfile -t COMPREPLY < <(compgen -W "update status" -- "$current")
            return
        fi
        options="--directory --only --root --var"
        [[ ${COMP_WORDS[2]} == update ]] && options+=" --dry-run
            --accept-smaller --exec --timeout --ca-file --allow-private"
        ;;
    crawlers) options="--category --operator" ;;
    survey) options="--sqlite --lint --top" ;;
    probe)
        options="--crawler --connect-to --timeout --ca-file --quiet --root --var"
        ;;
    fleet) options="--nodes --timeout --ca-file" ;;
    esac
    [[ ${COMP_WORDS[1]} =~ ^(check|watch)$ ]] || options+=" --json"
    if ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == survey &&
        -n $current && merge == "$current"* ]]; then
        mapfile -t COMPREPLY < <(compgen -W merge -f -- "$current")
    elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(
            compgen -W "$options --help" -- "$current")
    elif [[ ! ${COMP_WORDS[1]} =~ ^(crawlers|identify|fleet)$ ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}

complete -o filenames -F _robotsctl robotsctl
