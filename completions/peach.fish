function __peach_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __peach_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __peach_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __peach_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __peach_parse_tokens -S
    set -l unparsed_tokens (__peach_tokens -pc)
    switch $unparsed_tokens[1]
    case 'peach'
        __peach_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'start'
            __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
        case 'compare'
            __peach_parse_subcommand 0 'note-range-min=' 'note-range-max=' 'note-duration=' 'reference-pitch=' 'sound-source=' 'correct-intonation=' 'even-loudness=' 'vary-loudness=' 'intervals=' 'tuning=' 'strategy=' 'wrong-answer-signal=' 'controller=' 'midi-channel=' 'slider=' 'slider-travel=' 'slider-slow-step=' 'encoder-step=' 'slider-smoothing=' 'wheel=' 'wheel-speed=' 'higher-buttons=' 'lower-buttons=' 'commit-buttons=' 'stop-buttons=' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'trials=' 'seed=' 'version' 'h/help'
        case 'match'
            __peach_parse_subcommand 0 'note-range-min=' 'note-range-max=' 'note-duration=' 'reference-pitch=' 'sound-source=' 'correct-intonation=' 'even-loudness=' 'vary-loudness=' 'intervals=' 'tuning=' 'strategy=' 'wrong-answer-signal=' 'controller=' 'midi-channel=' 'slider=' 'slider-travel=' 'slider-slow-step=' 'encoder-step=' 'slider-smoothing=' 'wheel=' 'wheel-speed=' 'higher-buttons=' 'lower-buttons=' 'commit-buttons=' 'stop-buttons=' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'trials=' 'seed=' 'version' 'h/help'
        case 'profile'
            __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
        case 'report'
            __peach_parse_subcommand 0 'out=' 'svg=' 'force' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
        case 'simulate'
            __peach_parse_subcommand 0 'listener=' 'threshold=' 'lapses=' 'learning=' 'bias=' 'strategy=' 'trials=' 'listeners=' 'interval=' 'note-range-min=' 'note-range-max=' 'seed=' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
        case 'data'
            __peach_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'export'
                __peach_parse_subcommand 1 'format=' 'for-app' 'force' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'import'
                __peach_parse_subcommand 1 'dry-run' 'skip-bad' 'replace' 'yes' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'merge'
                __peach_parse_subcommand 1 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'backup'
                __peach_parse_subcommand 1 'force' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'check'
                __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'reset'
                __peach_parse_subcommand 0 'yes' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'path'
                __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            end
        case 'settings'
            __peach_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'get'
                __peach_parse_subcommand 1 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'set'
                __peach_parse_subcommand 2 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'unset'
                __peach_parse_subcommand 1 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'path'
                __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            end
        case 'sounds'
            __peach_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'check'
                __peach_parse_subcommand 1 'again' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            end
        case 'midi'
            __peach_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'monitor'
                __peach_parse_subcommand 0 'note-range-min=' 'note-range-max=' 'note-duration=' 'reference-pitch=' 'sound-source=' 'correct-intonation=' 'even-loudness=' 'vary-loudness=' 'intervals=' 'tuning=' 'strategy=' 'wrong-answer-signal=' 'controller=' 'midi-channel=' 'slider=' 'slider-travel=' 'slider-slow-step=' 'encoder-step=' 'slider-smoothing=' 'wheel=' 'wheel-speed=' 'higher-buttons=' 'lower-buttons=' 'commit-buttons=' 'stop-buttons=' 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            case 'learn'
                __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
            end
        case 'doctor'
            __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
        case 'info'
            __peach_parse_subcommand 0 'server=' 'client-name=' 'config=' 'data=' 'connect-midi=+' 'json' 'plain' 'verbose' 'version' 'h/help'
        case 'help'
            __peach_parse_subcommand -r 1 'version'
        end
    end
end

function __peach_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __peach_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __peach_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __peach_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__peach_tokens -p)
    if test -z "$(__peach_tokens -t)"
        set -l index (count (__peach_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'peach' -f
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'start' -d 'Choose a training, look at the profile (what runs without a subcommand).'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'compare' -d 'Train: is the second note higher or lower?'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'match' -d 'Train: tune the second note.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'profile' -d 'Show the perceptual profile.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'report' -d 'Write a page with pictures of your hearing, for a browser.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'simulate' -d 'Train simulated listeners and compare what is believed of them with the truth.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'data' -d 'Look after the training history.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'settings' -d 'Show and change the settings.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'sounds' -d 'Check how a sound is tuned.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'midi' -d 'Show MIDI controllers, what they send, and learn their controls.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'doctor' -d 'Check the machine, and say what to do about each fault.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'info' -d 'Show the version, the licences, and what Peach finds.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach start" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" note-range-min' -l 'note-range-min' -d 'The lowest reference note, a MIDI note number (60 is middle C). Allowed: 21…108, at least 12 below noteRangeMax (default: 36).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" note-range-max' -l 'note-range-max' -d 'The highest reference note, a MIDI note number (60 is middle C). Allowed: 21…108, at least 12 above noteRangeMin (default: 84).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" note-duration' -l 'note-duration' -d 'How long a comparison\'s notes and a reference note sound, in seconds. Allowed: 0.3…3.0 (default: 1.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" reference-pitch' -l 'reference-pitch' -d 'The frequency of A4 in hertz. Allowed: 380.0…500.0 (default: 440.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" sound-source' -l 'sound-source' -d 'The preset that sounds: 8:80 is a sine, 8:81 a triangle, 8:82 a reed. Allowed: sf2:BANK:PROGRAM or FONT:BANK:PROGRAM (bank 0…16383, program 0…127) (default: sf2:8:80).' -rfka 'sf2:8:80 sf2:8:81 sf2:8:82'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" correct-intonation' -l 'correct-intonation' -d 'Whether the notes of a sound that is out of tune are corrected. Allowed: true, false (default: true).' -rfka 'true false'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" even-loudness' -l 'even-loudness' -d 'Whether the notes of an uneven sound are made equally loud, by up to 6 dB. Allowed: true, false (default: true).' -rfka 'true false'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" vary-loudness' -l 'vary-loudness' -d 'How much the second note\'s loudness varies, by up to ±5 dB at 1. Allowed: 0.0…1.0 (default: 0.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" intervals' -l 'intervals' -d 'The intervals in rotation; P5 is a fifth up, P5- a fifth down. Allowed: one or more of P1 m2 m2- M2 M2- m3 m3- M3 M3- P4 P4- TT TT- P5 P5- m6 m6- M6 M6- m7 m7- M7 M7- P8 P8- (default: P1).' -rfka '(__peach_custom_completion ---completion compare -- --intervals (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" tuning tuning-system' -l 'tuning' -l 'tuning-system' -d 'The tuning in which intervals are sized. Allowed: equal, just, pythagorean, meantone, a Scala file (FILE.scl), or scala:NAME for NAME.scl in the folder scales beside config.toml (default: equal).' -rfka '(__peach_custom_completion ---completion compare -- --tuning (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" strategy' -l 'strategy' -d 'How the next comparison is chosen: by a staircase, or by what is believed of you. Allowed: kazez, adaptive (default: kazez).' -rfka 'kazez adaptive'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" wrong-answer-signal' -l 'wrong-answer-signal' -d 'What tells a wrong answer in comparison training besides the words. Allowed: none, bell (default: none).' -rfka 'none bell'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" controller' -l 'controller' -d 'The MIDI controller whose map holds, where nothing else is set. Allowed: the name of a map, which is NAME.toml in the folder controllers beside config.toml or among those that come with Peach; empty for none (default: none).' -rfka '(__peach_custom_completion ---completion compare -- --controller (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" midi-channel' -l 'midi-channel' -d 'The MIDI channel that is listened to; 0 is all of them. Allowed: 0…16 (default: 0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" slider' -l 'slider' -d 'The MIDI control that moves the slider, besides the pitch wheel. Allowed: cc:0…127, cc14:0…31 (with its fine half 32 above), nrpn:0…16383, relative:0…127:twosComplement|binaryOffset|signedBit, none (default: cc:1).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" slider-travel' -l 'slider-travel' -d 'How far the control\'s whole way moves the slider, in cents. Allowed: 10.0…1200.0 (default: 200.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" slider-slow-step' -l 'slider-slow-step' -d 'What a slow single step of a 7-bit control counts; 1 makes all equal. Allowed: 0.05…1.0 (default: 0.25).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" encoder-step' -l 'encoder-step' -d 'How far one step of an endless encoder moves the slider, in cents. Allowed: 0.01…50.0 (default: 1.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" slider-smoothing' -l 'slider-smoothing' -d 'How slowly the slider follows its control, in seconds; 0 is at once. Allowed: 0.0…1.0 (default: 0.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" wheel' -l 'wheel' -d 'What the pitch wheel does: set the slider\'s speed, be the slider, or nothing. Allowed: speed, position, off (default: speed).' -rfka 'speed position off'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" wheel-speed' -l 'wheel-speed' -d 'How fast the pitch wheel at its end moves the slider, in cents per second. Allowed: 1.0…1000.0 (default: 100.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" higher-buttons' -l 'higher-buttons' -d 'Which MIDI keys, pads or pedals answer that the note is higher. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: notes:61-127).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" lower-buttons' -l 'lower-buttons' -d 'Which MIDI keys, pads or pedals answer that the note is lower. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: notes:0-59).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" commit-buttons' -l 'commit-buttons' -d 'Which MIDI keys, pads or pedals commit a tuned note. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: notes:0-127,cc:64).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" stop-buttons' -l 'stop-buttons' -d 'Which MIDI keys, pads or pedals stop the training. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: none).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" trials' -l 'trials' -d 'Stop after that many results, 1 or more.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" seed' -l 'seed' -d 'Make the choices reproducible: the same number (0 or more), the same choices.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach compare" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" note-range-min' -l 'note-range-min' -d 'The lowest reference note, a MIDI note number (60 is middle C). Allowed: 21…108, at least 12 below noteRangeMax (default: 36).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" note-range-max' -l 'note-range-max' -d 'The highest reference note, a MIDI note number (60 is middle C). Allowed: 21…108, at least 12 above noteRangeMin (default: 84).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" note-duration' -l 'note-duration' -d 'How long a comparison\'s notes and a reference note sound, in seconds. Allowed: 0.3…3.0 (default: 1.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" reference-pitch' -l 'reference-pitch' -d 'The frequency of A4 in hertz. Allowed: 380.0…500.0 (default: 440.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" sound-source' -l 'sound-source' -d 'The preset that sounds: 8:80 is a sine, 8:81 a triangle, 8:82 a reed. Allowed: sf2:BANK:PROGRAM or FONT:BANK:PROGRAM (bank 0…16383, program 0…127) (default: sf2:8:80).' -rfka 'sf2:8:80 sf2:8:81 sf2:8:82'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" correct-intonation' -l 'correct-intonation' -d 'Whether the notes of a sound that is out of tune are corrected. Allowed: true, false (default: true).' -rfka 'true false'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" even-loudness' -l 'even-loudness' -d 'Whether the notes of an uneven sound are made equally loud, by up to 6 dB. Allowed: true, false (default: true).' -rfka 'true false'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" vary-loudness' -l 'vary-loudness' -d 'How much the second note\'s loudness varies, by up to ±5 dB at 1. Allowed: 0.0…1.0 (default: 0.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" intervals' -l 'intervals' -d 'The intervals in rotation; P5 is a fifth up, P5- a fifth down. Allowed: one or more of P1 m2 m2- M2 M2- m3 m3- M3 M3- P4 P4- TT TT- P5 P5- m6 m6- M6 M6- m7 m7- M7 M7- P8 P8- (default: P1).' -rfka '(__peach_custom_completion ---completion match -- --intervals (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" tuning tuning-system' -l 'tuning' -l 'tuning-system' -d 'The tuning in which intervals are sized. Allowed: equal, just, pythagorean, meantone, a Scala file (FILE.scl), or scala:NAME for NAME.scl in the folder scales beside config.toml (default: equal).' -rfka '(__peach_custom_completion ---completion match -- --tuning (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" strategy' -l 'strategy' -d 'How the next comparison is chosen: by a staircase, or by what is believed of you. Allowed: kazez, adaptive (default: kazez).' -rfka 'kazez adaptive'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" wrong-answer-signal' -l 'wrong-answer-signal' -d 'What tells a wrong answer in comparison training besides the words. Allowed: none, bell (default: none).' -rfka 'none bell'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" controller' -l 'controller' -d 'The MIDI controller whose map holds, where nothing else is set. Allowed: the name of a map, which is NAME.toml in the folder controllers beside config.toml or among those that come with Peach; empty for none (default: none).' -rfka '(__peach_custom_completion ---completion match -- --controller (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" midi-channel' -l 'midi-channel' -d 'The MIDI channel that is listened to; 0 is all of them. Allowed: 0…16 (default: 0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" slider' -l 'slider' -d 'The MIDI control that moves the slider, besides the pitch wheel. Allowed: cc:0…127, cc14:0…31 (with its fine half 32 above), nrpn:0…16383, relative:0…127:twosComplement|binaryOffset|signedBit, none (default: cc:1).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" slider-travel' -l 'slider-travel' -d 'How far the control\'s whole way moves the slider, in cents. Allowed: 10.0…1200.0 (default: 200.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" slider-slow-step' -l 'slider-slow-step' -d 'What a slow single step of a 7-bit control counts; 1 makes all equal. Allowed: 0.05…1.0 (default: 0.25).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" encoder-step' -l 'encoder-step' -d 'How far one step of an endless encoder moves the slider, in cents. Allowed: 0.01…50.0 (default: 1.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" slider-smoothing' -l 'slider-smoothing' -d 'How slowly the slider follows its control, in seconds; 0 is at once. Allowed: 0.0…1.0 (default: 0.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" wheel' -l 'wheel' -d 'What the pitch wheel does: set the slider\'s speed, be the slider, or nothing. Allowed: speed, position, off (default: speed).' -rfka 'speed position off'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" wheel-speed' -l 'wheel-speed' -d 'How fast the pitch wheel at its end moves the slider, in cents per second. Allowed: 1.0…1000.0 (default: 100.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" higher-buttons' -l 'higher-buttons' -d 'Which MIDI keys, pads or pedals answer that the note is higher. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: notes:61-127).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" lower-buttons' -l 'lower-buttons' -d 'Which MIDI keys, pads or pedals answer that the note is lower. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: notes:0-59).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" commit-buttons' -l 'commit-buttons' -d 'Which MIDI keys, pads or pedals commit a tuned note. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: notes:0-127,cc:64).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" stop-buttons' -l 'stop-buttons' -d 'Which MIDI keys, pads or pedals stop the training. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: none).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" trials' -l 'trials' -d 'Stop after that many results, 1 or more.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" seed' -l 'seed' -d 'Make the choices reproducible: the same number (0 or more), the same choices.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach match" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach profile" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" out' -l 'out' -d 'The page to write; - is standard output.' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'html\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" svg' -l 'svg' -d 'Also write each picture as an SVG file into this directory.' -rfa '(__peach_complete_directories)'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" force' -l 'force' -d 'Replace files that are there and are no reports.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach report" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" listener' -l 'listener' -d 'Who listens: \'flat\' (one threshold for all notes), \'register\' (30 cents in the bass, 3 from middle C up, each note a little different), or a file with a MIDI note and its threshold in cents a line.' -rfka '(__peach_custom_completion ---completion simulate -- --listener (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" threshold' -l 'threshold' -d 'The threshold of a flat listener in cents (0.01…1200).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" lapses' -l 'lapses' -d 'Wrong answers that inattention gives, as a share (0…0.5).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" learning' -l 'learning' -d 'What is left of every threshold after 1000 trials, as a share (0.01…100; 1: no learning).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" bias' -l 'bias' -d 'How far \'higher\' is preferred, in standard deviations of what is heard (-5…5).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" strategy' -l 'strategy' -d 'The strategy: kazez, adaptive.' -rfka 'kazez adaptive'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" trials' -l 'trials' -d 'Trials of each listener (1…1000000).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" listeners' -l 'listeners' -d 'How many listeners (1…10000).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" interval' -l 'interval' -d 'The interval that is asked, such as P5 or M3-.' -rfka 'P1 m2 m2- M2 M2- m3 m3- M3 M3- P4 P4- TT TT- P5 P5- m6 m6- M6 M6- m7 m7- M7 M7- P8 P8-'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" note-range-min' -l 'note-range-min' -d 'The lowest reference note (21…108).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" note-range-max' -l 'note-range-max' -d 'The highest reference note (21…108).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" seed' -l 'seed' -d 'The same number, the same listeners and answers.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach simulate" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data" -eq 1' -fa 'export' -d 'Write the training history to a file.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data" -eq 1' -fa 'import' -d 'Take the records of a file into the training history.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data" -eq 1' -fa 'merge' -d 'Join the history of another machine to this one.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data" -eq 1' -fa 'backup' -d 'Copy the training history into a file.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data" -eq 1' -fa 'check' -d 'Check the training history.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data" -eq 1' -fa 'reset' -d 'Delete every record of both trainings, after a backup.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data" -eq 1' -fa 'path' -d 'Print where the training history is.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data export" -eq 1' -F
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" format' -l 'format' -d 'csv or jsonl.' -rfka 'csv jsonl'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" for-app' -l 'for-app' -d 'Write the CSV of the Peach app, for the phone.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" force' -l 'force' -d 'Replace a file that is there.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data import" -eq 1' -F
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" dry-run' -l 'dry-run' -d 'Only show what an import would do.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" skip-bad' -l 'skip-bad' -d 'Leave out the rows that cannot be read, and import the others.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" replace' -l 'replace' -d 'Replace the whole history, after a backup.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" yes' -l 'yes' -d 'Do not ask before replacing.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data merge" -eq 1' -F
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data merge" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach data backup" -eq 1' -F
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" force' -l 'force' -d 'Replace a file that is there.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data backup" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" yes' -l 'yes' -d 'Do not ask.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data reset" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach data path" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach settings" -eq 1' -fa 'list' -d 'List every setting with its value, meaning, range and default.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach settings" -eq 1' -fa 'get' -d 'Print the value of one setting.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach settings" -eq 1' -fa 'set' -d 'Change one setting in the settings file.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach settings" -eq 1' -fa 'unset' -d 'Take one setting out of the settings file, so that its default holds.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach settings" -eq 1' -fa 'path' -d 'Print where the settings file is.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach settings get" -eq 1' -fka 'noteRangeMin noteRangeMax noteDuration referencePitch soundSource correctIntonation evenLoudness varyLoudness intervals tuningSystem strategy wrongAnswerSignal controller midiChannel slider sliderTravel sliderSlowStep encoderStep sliderSmoothing wheel wheelSpeed higherButtons lowerButtons commitButtons stopButtons'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings get" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach settings set" -eq 1' -fka 'noteRangeMin noteRangeMax noteDuration referencePitch soundSource correctIntonation evenLoudness varyLoudness intervals tuningSystem strategy wrongAnswerSignal controller midiChannel slider sliderTravel sliderSlowStep encoderStep sliderSmoothing wheel wheelSpeed higherButtons lowerButtons commitButtons stopButtons'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach settings set" -eq 2' -fka '(__peach_custom_completion ---completion settings set -- positional@1 (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings set" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach settings unset" -eq 1' -fka 'noteRangeMin noteRangeMax noteDuration referencePitch soundSource correctIntonation evenLoudness varyLoudness intervals tuningSystem strategy wrongAnswerSignal controller midiChannel slider sliderTravel sliderSlowStep encoderStep sliderSmoothing wheel wheelSpeed higherButtons lowerButtons commitButtons stopButtons'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings unset" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach settings path" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach sounds" -eq 1' -fa 'check' -d 'Measure how the notes of a sound are tuned, and how loud they are.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" again' -l 'again' -d 'Measure again what has been measured before.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach sounds check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach midi" -eq 1' -fa 'list' -d 'List the MIDI sources that could be connected.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach midi" -eq 1' -fa 'monitor' -d 'Show what arrives by MIDI and what Peach makes of it.'
complete -c 'peach' -n '__peach_should_offer_completions_for_positional "peach midi" -eq 1' -fa 'learn' -d 'Learn a controller\'s knob and pads, and write them to the settings file.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" note-range-min' -l 'note-range-min' -d 'The lowest reference note, a MIDI note number (60 is middle C). Allowed: 21…108, at least 12 below noteRangeMax (default: 36).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" note-range-max' -l 'note-range-max' -d 'The highest reference note, a MIDI note number (60 is middle C). Allowed: 21…108, at least 12 above noteRangeMin (default: 84).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" note-duration' -l 'note-duration' -d 'How long a comparison\'s notes and a reference note sound, in seconds. Allowed: 0.3…3.0 (default: 1.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" reference-pitch' -l 'reference-pitch' -d 'The frequency of A4 in hertz. Allowed: 380.0…500.0 (default: 440.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" sound-source' -l 'sound-source' -d 'The preset that sounds: 8:80 is a sine, 8:81 a triangle, 8:82 a reed. Allowed: sf2:BANK:PROGRAM or FONT:BANK:PROGRAM (bank 0…16383, program 0…127) (default: sf2:8:80).' -rfka 'sf2:8:80 sf2:8:81 sf2:8:82'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" correct-intonation' -l 'correct-intonation' -d 'Whether the notes of a sound that is out of tune are corrected. Allowed: true, false (default: true).' -rfka 'true false'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" even-loudness' -l 'even-loudness' -d 'Whether the notes of an uneven sound are made equally loud, by up to 6 dB. Allowed: true, false (default: true).' -rfka 'true false'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" vary-loudness' -l 'vary-loudness' -d 'How much the second note\'s loudness varies, by up to ±5 dB at 1. Allowed: 0.0…1.0 (default: 0.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" intervals' -l 'intervals' -d 'The intervals in rotation; P5 is a fifth up, P5- a fifth down. Allowed: one or more of P1 m2 m2- M2 M2- m3 m3- M3 M3- P4 P4- TT TT- P5 P5- m6 m6- M6 M6- m7 m7- M7 M7- P8 P8- (default: P1).' -rfka '(__peach_custom_completion ---completion midi monitor -- --intervals (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" tuning tuning-system' -l 'tuning' -l 'tuning-system' -d 'The tuning in which intervals are sized. Allowed: equal, just, pythagorean, meantone, a Scala file (FILE.scl), or scala:NAME for NAME.scl in the folder scales beside config.toml (default: equal).' -rfka '(__peach_custom_completion ---completion midi monitor -- --tuning (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" strategy' -l 'strategy' -d 'How the next comparison is chosen: by a staircase, or by what is believed of you. Allowed: kazez, adaptive (default: kazez).' -rfka 'kazez adaptive'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" wrong-answer-signal' -l 'wrong-answer-signal' -d 'What tells a wrong answer in comparison training besides the words. Allowed: none, bell (default: none).' -rfka 'none bell'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" controller' -l 'controller' -d 'The MIDI controller whose map holds, where nothing else is set. Allowed: the name of a map, which is NAME.toml in the folder controllers beside config.toml or among those that come with Peach; empty for none (default: none).' -rfka '(__peach_custom_completion ---completion midi monitor -- --controller (count (__peach_tokens -pc)) (__peach_tokens -tC))'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" midi-channel' -l 'midi-channel' -d 'The MIDI channel that is listened to; 0 is all of them. Allowed: 0…16 (default: 0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" slider' -l 'slider' -d 'The MIDI control that moves the slider, besides the pitch wheel. Allowed: cc:0…127, cc14:0…31 (with its fine half 32 above), nrpn:0…16383, relative:0…127:twosComplement|binaryOffset|signedBit, none (default: cc:1).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" slider-travel' -l 'slider-travel' -d 'How far the control\'s whole way moves the slider, in cents. Allowed: 10.0…1200.0 (default: 200.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" slider-slow-step' -l 'slider-slow-step' -d 'What a slow single step of a 7-bit control counts; 1 makes all equal. Allowed: 0.05…1.0 (default: 0.25).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" encoder-step' -l 'encoder-step' -d 'How far one step of an endless encoder moves the slider, in cents. Allowed: 0.01…50.0 (default: 1.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" slider-smoothing' -l 'slider-smoothing' -d 'How slowly the slider follows its control, in seconds; 0 is at once. Allowed: 0.0…1.0 (default: 0.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" wheel' -l 'wheel' -d 'What the pitch wheel does: set the slider\'s speed, be the slider, or nothing. Allowed: speed, position, off (default: speed).' -rfka 'speed position off'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" wheel-speed' -l 'wheel-speed' -d 'How fast the pitch wheel at its end moves the slider, in cents per second. Allowed: 1.0…1000.0 (default: 100.0).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" higher-buttons' -l 'higher-buttons' -d 'Which MIDI keys, pads or pedals answer that the note is higher. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: notes:61-127).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" lower-buttons' -l 'lower-buttons' -d 'Which MIDI keys, pads or pedals answer that the note is lower. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: notes:0-59).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" commit-buttons' -l 'commit-buttons' -d 'Which MIDI keys, pads or pedals commit a tuned note. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: notes:0-127,cc:64).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" stop-buttons' -l 'stop-buttons' -d 'Which MIDI keys, pads or pedals stop the training. Allowed: any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing (default: none).' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi monitor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach midi learn" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info" server' -l 'server' -d 'The JACK server\'s name (default: JACK_DEFAULT_SERVER, else \'default\').' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info" client-name' -l 'client-name' -d 'The JACK client\'s name.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info" config' -l 'config' -d 'The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).' -rfa '(for p in (string match -e -- \'*/\' (commandline -t);or printf \n)*.\'toml\';printf %s\n $p;end;__fish_complete_directories (commandline -t) \'\')'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info" data' -l 'data' -d 'The training history (default: $XDG_DATA_HOME/peach/training.sqlite).' -rF
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info"' -l 'connect-midi' -d 'Connect the MIDI sources of that name with midi_in, also when they come later: a part of the name, or a pattern with * and ? for all of it; may be given several times.' -rfka ''
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info" json' -l 'json' -d 'Print JSON: one object a line while training, one object otherwise.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info" plain' -l 'plain' -d 'On a terminal: one line after the other, none of them rewritten; for screen readers.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info" verbose' -l 'verbose' -d 'Log what happens inside on standard error.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info" version' -l 'version' -d 'Show the version.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach info" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'peach' -n '__peach_should_offer_completions_for_flags_or_options "peach help" version' -l 'version' -d 'Show the version.'
