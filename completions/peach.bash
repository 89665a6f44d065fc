#!/bin/bash

__peach_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__peach_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__peach_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__peach_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_peach() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __peach_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    start|compare|match|profile|report|simulate|data|settings|sounds|midi|doctor|info|help)
        # Offer subcommand argument completions
        "_peach_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'start compare match profile report simulate data settings sounds midi doctor info help' -- "${cur}"))
        ;;
    esac
}

_peach_start() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--osc --session-training --server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--osc')
        return
        ;;
    '--session-training')
        __peach_add_completions -W 'comparison'$'\n''matching'
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_compare() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--note-range-min --note-range-max --note-duration --reference-pitch --sound-source --sound-fonts --correct-intonation --even-loudness --vary-loudness --intervals --tuning --tuning-system --strategy --wrong-answer-signal --controller --midi-channel --slider --slider-travel --slider-slow-step --encoder-step --slider-smoothing --wheel --wheel-speed --wheel-timeout --higher-buttons --lower-buttons --commit-buttons --stop-buttons --osc --session-training --server --client-name --connect --config --data --trials --seed)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--note-range-min')
        return
        ;;
    '--note-range-max')
        return
        ;;
    '--note-duration')
        return
        ;;
    '--reference-pitch')
        return
        ;;
    '--sound-source')
        __peach_add_completions -W "$(__peach_custom_complete ---completion compare -- --sound-source "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--sound-fonts')
        __peach_add_completions -f
        return
        ;;
    '--correct-intonation')
        __peach_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--even-loudness')
        __peach_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--vary-loudness')
        return
        ;;
    '--intervals')
        __peach_add_completions -W "$(__peach_custom_complete ---completion compare -- --intervals "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--tuning'|'--tuning-system')
        __peach_add_completions -W "$(__peach_custom_complete ---completion compare -- --tuning "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--strategy')
        __peach_add_completions -W 'kazez'$'\n''adaptive'
        return
        ;;
    '--wrong-answer-signal')
        __peach_add_completions -W 'none'$'\n''bell'
        return
        ;;
    '--controller')
        __peach_add_completions -W "$(__peach_custom_complete ---completion compare -- --controller "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--midi-channel')
        return
        ;;
    '--slider')
        return
        ;;
    '--slider-travel')
        return
        ;;
    '--slider-slow-step')
        return
        ;;
    '--encoder-step')
        return
        ;;
    '--slider-smoothing')
        return
        ;;
    '--wheel')
        __peach_add_completions -W 'speed'$'\n''position'$'\n''off'
        return
        ;;
    '--wheel-speed')
        return
        ;;
    '--wheel-timeout')
        return
        ;;
    '--higher-buttons')
        return
        ;;
    '--lower-buttons')
        return
        ;;
    '--commit-buttons')
        return
        ;;
    '--stop-buttons')
        return
        ;;
    '--osc')
        return
        ;;
    '--session-training')
        __peach_add_completions -W 'comparison'$'\n''matching'
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    '--trials')
        return
        ;;
    '--seed')
        return
        ;;
    esac
}

_peach_match() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--note-range-min --note-range-max --note-duration --reference-pitch --sound-source --sound-fonts --correct-intonation --even-loudness --vary-loudness --intervals --tuning --tuning-system --strategy --wrong-answer-signal --controller --midi-channel --slider --slider-travel --slider-slow-step --encoder-step --slider-smoothing --wheel --wheel-speed --wheel-timeout --higher-buttons --lower-buttons --commit-buttons --stop-buttons --osc --session-training --server --client-name --connect --config --data --trials --seed)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--note-range-min')
        return
        ;;
    '--note-range-max')
        return
        ;;
    '--note-duration')
        return
        ;;
    '--reference-pitch')
        return
        ;;
    '--sound-source')
        __peach_add_completions -W "$(__peach_custom_complete ---completion match -- --sound-source "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--sound-fonts')
        __peach_add_completions -f
        return
        ;;
    '--correct-intonation')
        __peach_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--even-loudness')
        __peach_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--vary-loudness')
        return
        ;;
    '--intervals')
        __peach_add_completions -W "$(__peach_custom_complete ---completion match -- --intervals "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--tuning'|'--tuning-system')
        __peach_add_completions -W "$(__peach_custom_complete ---completion match -- --tuning "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--strategy')
        __peach_add_completions -W 'kazez'$'\n''adaptive'
        return
        ;;
    '--wrong-answer-signal')
        __peach_add_completions -W 'none'$'\n''bell'
        return
        ;;
    '--controller')
        __peach_add_completions -W "$(__peach_custom_complete ---completion match -- --controller "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--midi-channel')
        return
        ;;
    '--slider')
        return
        ;;
    '--slider-travel')
        return
        ;;
    '--slider-slow-step')
        return
        ;;
    '--encoder-step')
        return
        ;;
    '--slider-smoothing')
        return
        ;;
    '--wheel')
        __peach_add_completions -W 'speed'$'\n''position'$'\n''off'
        return
        ;;
    '--wheel-speed')
        return
        ;;
    '--wheel-timeout')
        return
        ;;
    '--higher-buttons')
        return
        ;;
    '--lower-buttons')
        return
        ;;
    '--commit-buttons')
        return
        ;;
    '--stop-buttons')
        return
        ;;
    '--osc')
        return
        ;;
    '--session-training')
        __peach_add_completions -W 'comparison'$'\n''matching'
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    '--trials')
        return
        ;;
    '--seed')
        return
        ;;
    esac
}

_peach_profile() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_report() {
    repeating_flags=()
    non_repeating_flags=(--force --exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--out --svg --server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--out')
        __peach_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--svg')
        __peach_add_completions -d
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_simulate() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--listener --threshold --lapses --learning --bias --strategy --trials --listeners --interval --note-range-min --note-range-max --seed --server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--listener')
        __peach_add_completions -W "$(__peach_custom_complete ---completion simulate -- --listener "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--threshold')
        return
        ;;
    '--lapses')
        return
        ;;
    '--learning')
        return
        ;;
    '--bias')
        return
        ;;
    '--strategy')
        __peach_add_completions -W 'kazez'$'\n''adaptive'
        return
        ;;
    '--trials')
        return
        ;;
    '--listeners')
        return
        ;;
    '--interval')
        __peach_add_completions -W 'P1'$'\n''m2'$'\n''m2-'$'\n''M2'$'\n''M2-'$'\n''m3'$'\n''m3-'$'\n''M3'$'\n''M3-'$'\n''P4'$'\n''P4-'$'\n''TT'$'\n''TT-'$'\n''P5'$'\n''P5-'$'\n''m6'$'\n''m6-'$'\n''M6'$'\n''M6-'$'\n''m7'$'\n''m7-'$'\n''M7'$'\n''M7-'$'\n''P8'$'\n''P8-'
        return
        ;;
    '--note-range-min')
        return
        ;;
    '--note-range-max')
        return
        ;;
    '--seed')
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_data() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __peach_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    export|import|merge|backup|check|reset|path)
        # Offer subcommand argument completions
        "_peach_data_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'export import merge backup check reset path' -- "${cur}"))
        ;;
    esac
}

_peach_data_export() {
    repeating_flags=()
    non_repeating_flags=(--for-app --force --exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--format --server --client-name --connect --config --data)
    __peach_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--format')
        __peach_add_completions -W 'csv'$'\n''jsonl'
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -f
        return
        ;;
    esac
}

_peach_data_import() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --skip-bad --replace --yes --exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -f
        return
        ;;
    esac
}

_peach_data_merge() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -f
        return
        ;;
    esac
}

_peach_data_backup() {
    repeating_flags=()
    non_repeating_flags=(--force --exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -f
        return
        ;;
    esac
}

_peach_data_check() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_data_reset() {
    repeating_flags=()
    non_repeating_flags=(--yes --exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_data_path() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_settings() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __peach_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|get|set|unset|path)
        # Offer subcommand argument completions
        "_peach_settings_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list get set unset path' -- "${cur}"))
        ;;
    esac
}

_peach_settings_list() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_settings_get() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -W 'noteRangeMin'$'\n''noteRangeMax'$'\n''noteDuration'$'\n''referencePitch'$'\n''soundSource'$'\n''soundFonts'$'\n''correctIntonation'$'\n''evenLoudness'$'\n''connect'$'\n''varyLoudness'$'\n''intervals'$'\n''tuningSystem'$'\n''strategy'$'\n''wrongAnswerSignal'$'\n''controller'$'\n''midiChannel'$'\n''slider'$'\n''sliderTravel'$'\n''sliderSlowStep'$'\n''encoderStep'$'\n''sliderSmoothing'$'\n''wheel'$'\n''wheelSpeed'$'\n''wheelTimeout'$'\n''higherButtons'$'\n''lowerButtons'$'\n''commitButtons'$'\n''stopButtons'$'\n''osc'$'\n''sessionTraining'
        return
        ;;
    esac
}

_peach_settings_set() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -W 'noteRangeMin'$'\n''noteRangeMax'$'\n''noteDuration'$'\n''referencePitch'$'\n''soundSource'$'\n''soundFonts'$'\n''correctIntonation'$'\n''evenLoudness'$'\n''connect'$'\n''varyLoudness'$'\n''intervals'$'\n''tuningSystem'$'\n''strategy'$'\n''wrongAnswerSignal'$'\n''controller'$'\n''midiChannel'$'\n''slider'$'\n''sliderTravel'$'\n''sliderSlowStep'$'\n''encoderStep'$'\n''sliderSmoothing'$'\n''wheel'$'\n''wheelSpeed'$'\n''wheelTimeout'$'\n''higherButtons'$'\n''lowerButtons'$'\n''commitButtons'$'\n''stopButtons'$'\n''osc'$'\n''sessionTraining'
        return
        ;;
    2)
        __peach_add_completions -W "$(__peach_custom_complete ---completion settings set -- positional@1 "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_peach_settings_unset() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -W 'noteRangeMin'$'\n''noteRangeMax'$'\n''noteDuration'$'\n''referencePitch'$'\n''soundSource'$'\n''soundFonts'$'\n''correctIntonation'$'\n''evenLoudness'$'\n''connect'$'\n''varyLoudness'$'\n''intervals'$'\n''tuningSystem'$'\n''strategy'$'\n''wrongAnswerSignal'$'\n''controller'$'\n''midiChannel'$'\n''slider'$'\n''sliderTravel'$'\n''sliderSlowStep'$'\n''encoderStep'$'\n''sliderSmoothing'$'\n''wheel'$'\n''wheelSpeed'$'\n''wheelTimeout'$'\n''higherButtons'$'\n''lowerButtons'$'\n''commitButtons'$'\n''stopButtons'$'\n''osc'$'\n''sessionTraining'
        return
        ;;
    esac
}

_peach_settings_path() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_sounds() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __peach_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|play|info|path|check)
        # Offer subcommand argument completions
        "_peach_sounds_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list play info path check' -- "${cur}"))
        ;;
    esac
}

_peach_sounds_list() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--sound-fonts --server --client-name --connect --config --data)
    __peach_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--sound-fonts')
        __peach_add_completions -f
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_sounds_play() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--note-range-min --note-range-max --note-duration --reference-pitch --sound-source --sound-fonts --correct-intonation --even-loudness --vary-loudness --intervals --tuning --tuning-system --strategy --wrong-answer-signal --controller --midi-channel --slider --slider-travel --slider-slow-step --encoder-step --slider-smoothing --wheel --wheel-speed --wheel-timeout --higher-buttons --lower-buttons --commit-buttons --stop-buttons --osc --session-training --server --client-name --connect --config --data)
    __peach_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--note-range-min')
        return
        ;;
    '--note-range-max')
        return
        ;;
    '--note-duration')
        return
        ;;
    '--reference-pitch')
        return
        ;;
    '--sound-source')
        __peach_add_completions -W "$(__peach_custom_complete ---completion sounds play -- --sound-source "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--sound-fonts')
        __peach_add_completions -f
        return
        ;;
    '--correct-intonation')
        __peach_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--even-loudness')
        __peach_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--vary-loudness')
        return
        ;;
    '--intervals')
        __peach_add_completions -W "$(__peach_custom_complete ---completion sounds play -- --intervals "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--tuning'|'--tuning-system')
        __peach_add_completions -W "$(__peach_custom_complete ---completion sounds play -- --tuning "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--strategy')
        __peach_add_completions -W 'kazez'$'\n''adaptive'
        return
        ;;
    '--wrong-answer-signal')
        __peach_add_completions -W 'none'$'\n''bell'
        return
        ;;
    '--controller')
        __peach_add_completions -W "$(__peach_custom_complete ---completion sounds play -- --controller "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--midi-channel')
        return
        ;;
    '--slider')
        return
        ;;
    '--slider-travel')
        return
        ;;
    '--slider-slow-step')
        return
        ;;
    '--encoder-step')
        return
        ;;
    '--slider-smoothing')
        return
        ;;
    '--wheel')
        __peach_add_completions -W 'speed'$'\n''position'$'\n''off'
        return
        ;;
    '--wheel-speed')
        return
        ;;
    '--wheel-timeout')
        return
        ;;
    '--higher-buttons')
        return
        ;;
    '--lower-buttons')
        return
        ;;
    '--commit-buttons')
        return
        ;;
    '--stop-buttons')
        return
        ;;
    '--osc')
        return
        ;;
    '--session-training')
        __peach_add_completions -W 'comparison'$'\n''matching'
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -W "$(__peach_custom_complete ---completion sounds play -- positional@0 "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_peach_sounds_info() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--sound-fonts --server --client-name --connect --config --data)
    __peach_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--sound-fonts')
        __peach_add_completions -f
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -W "$(__peach_custom_complete ---completion sounds info -- positional@0 "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_peach_sounds_path() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--sound-fonts --server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--sound-fonts')
        __peach_add_completions -f
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_sounds_check() {
    repeating_flags=()
    non_repeating_flags=(--again --exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--sound-fonts --server --client-name --connect --config --data)
    __peach_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--sound-fonts')
        __peach_add_completions -f
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __peach_add_completions -W "$(__peach_custom_complete ---completion sounds check -- positional@0 "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_peach_midi() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __peach_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|monitor|learn)
        # Offer subcommand argument completions
        "_peach_midi_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list monitor learn' -- "${cur}"))
        ;;
    esac
}

_peach_midi_list() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_midi_monitor() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--note-range-min --note-range-max --note-duration --reference-pitch --sound-source --sound-fonts --correct-intonation --even-loudness --vary-loudness --intervals --tuning --tuning-system --strategy --wrong-answer-signal --controller --midi-channel --slider --slider-travel --slider-slow-step --encoder-step --slider-smoothing --wheel --wheel-speed --wheel-timeout --higher-buttons --lower-buttons --commit-buttons --stop-buttons --osc --session-training --server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--note-range-min')
        return
        ;;
    '--note-range-max')
        return
        ;;
    '--note-duration')
        return
        ;;
    '--reference-pitch')
        return
        ;;
    '--sound-source')
        __peach_add_completions -W "$(__peach_custom_complete ---completion midi monitor -- --sound-source "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--sound-fonts')
        __peach_add_completions -f
        return
        ;;
    '--correct-intonation')
        __peach_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--even-loudness')
        __peach_add_completions -W 'true'$'\n''false'
        return
        ;;
    '--vary-loudness')
        return
        ;;
    '--intervals')
        __peach_add_completions -W "$(__peach_custom_complete ---completion midi monitor -- --intervals "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--tuning'|'--tuning-system')
        __peach_add_completions -W "$(__peach_custom_complete ---completion midi monitor -- --tuning "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--strategy')
        __peach_add_completions -W 'kazez'$'\n''adaptive'
        return
        ;;
    '--wrong-answer-signal')
        __peach_add_completions -W 'none'$'\n''bell'
        return
        ;;
    '--controller')
        __peach_add_completions -W "$(__peach_custom_complete ---completion midi monitor -- --controller "${COMP_CWORD}" "$(__peach_cursor_index_in_current_word)")"
        return
        ;;
    '--midi-channel')
        return
        ;;
    '--slider')
        return
        ;;
    '--slider-travel')
        return
        ;;
    '--slider-slow-step')
        return
        ;;
    '--encoder-step')
        return
        ;;
    '--slider-smoothing')
        return
        ;;
    '--wheel')
        __peach_add_completions -W 'speed'$'\n''position'$'\n''off'
        return
        ;;
    '--wheel-speed')
        return
        ;;
    '--wheel-timeout')
        return
        ;;
    '--higher-buttons')
        return
        ;;
    '--lower-buttons')
        return
        ;;
    '--commit-buttons')
        return
        ;;
    '--stop-buttons')
        return
        ;;
    '--osc')
        return
        ;;
    '--session-training')
        __peach_add_completions -W 'comparison'$'\n''matching'
        return
        ;;
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_midi_learn() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_doctor() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_info() {
    repeating_flags=()
    non_repeating_flags=(--exact-name --no-connect --json --plain --verbose --version -h --help)
    repeating_options=(--connect-midi)
    non_repeating_options=(--server --client-name --connect --config --data)
    __peach_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--server')
        return
        ;;
    '--client-name')
        return
        ;;
    '--connect')
        __peach_add_completions -W 'off'$'\n''physical'
        return
        ;;
    '--config')
        __peach_add_completions -o plusdirs -fX '!*.@(toml)'
        return
        ;;
    '--data')
        __peach_add_completions -f
        return
        ;;
    '--connect-midi')
        return
        ;;
    esac
}

_peach_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __peach_offer_flags_options -1
}

complete -o filenames -F _peach peach
