# Completion of shunt in bash: commands, options and their values, files, rules, and the program behind --.
# shunt_manual makes this file and inserts the tables here.

declare -gA _shunt_commands=() _shunt_options=() _shunt_values=() _shunt_parameters=()
# @TABLES@

# _shunt_offer PREFIX TYPED WORD...: offers the WORDs that begin with TYPED, each after PREFIX.
_shunt_offer() {
    local prefix=$1 typed=$2 word
    shift 2
    for word; do
        [[ $word != "$typed"* ]] || COMPREPLY+=("$prefix$word")
    done
}

_shunt_offer_files() {
    local typed=$1 pattern=$2 file
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do
        [[ ! -d $file && $file != $pattern ]] || COMPREPLY+=("$file")
    done < <(compgen -f -- "$typed")
}

# _shunt_offer_rules TEXT: completes the last word of a list of rules. The shell replaces the whole list.
_shunt_offer_rules() {
    local text=$1 rule last begun before words=() engine=()
    compopt -o nospace 2>/dev/null
    rule=${text##*[;$'\n']}
    last=${rule##*[[:space:]]}
    before=${rule%"$last"}
    begun=${text%"$last"}
    if [[ $before == *'->'* ]]; then
        read -ra engine <<<"${before#*->}"
        if [ ${#engine[@]} = 0 ]; then
            read -ra words <<<"$_shunt_engines"
        elif [[ $last == *=* ]]; then
            read -ra words <<<"${_shunt_values["-> ${engine[0]} ${last%%=*}"]-}"
            begun+=${last%%=*}= last=${last#*=}
        else
            read -ra words <<<"${_shunt_parameters["${engine[0]}"]-}"
        fi
    elif [[ $before == *[![:space:]]* ]]; then
        words=('->' ranks nodes comm)
    else
        read -ra words <<<"$_shunt_operations"
        [[ $last != *,* ]] || { begun+=${last%,*}, last=${last##*,}; }
    fi
    _shunt_offer "$begun" "$last" "${words[@]}"
    # A single match would close the quotes around the rules.
    [ ${#COMPREPLY[@]} != 1 ] || COMPREPLY+=("${COMPREPLY[0]} ")
}

# _shunt_offer_value COMMAND OPTION TYPED: completes an option's value. False: the option has no value.
_shunt_offer_value() {
    local kinds kind
    [[ " ${_shunt_options["$1"]-} " == *" $2= "* ]] || return 1
    read -ra kinds <<<"${_shunt_values["$1 $2"]-}"
    for kind in "${kinds[@]}"; do
        case $kind in
            @file) _shunt_offer_files "$3" '*' ;;
            @folder) _shunt_offer_files "$3" '' ;;
            @rules) _shunt_offer_rules "$3" ;;
            @setting) compopt -o nospace 2>/dev/null; _shunt_offer '' "$3" $_shunt_settings ;;
            *) _shunt_offer '' "$3" "$kind" ;;
        esac
    done
}

# _shunt_offer_program PLACE: completes the command line that begins at word number PLACE.
_shunt_offer_program() {
    if declare -F _command_offset >/dev/null; then
        _command_offset "$1"
    elif [ "$COMP_CWORD" = "$1" ]; then
        mapfile -t COMPREPLY < <(compgen -c -- "${COMP_WORDS[COMP_CWORD]}")
    else
        compopt -o default 2>/dev/null
    fi
}

_shunt() {
    local typed=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=shunt place options
    COMPREPLY=()
    for ((place = 1; place < COMP_CWORD; place++)); do
        [[ ${COMP_WORDS[place]} != -- ]] || { _shunt_offer_program $((place + 1)); return; }
        [[ " ${_shunt_commands["$command"]-} " != *" ${COMP_WORDS[place]} "* ]] || command+=" ${COMP_WORDS[place]}"
    done
    # bash splits --option=value into three words
    [[ $typed != '=' ]] || typed=
    [[ $before != '=' && ${COMP_WORDS[COMP_CWORD]} != '=' ]] || before=${COMP_WORDS[COMP_CWORD - 1 - (${#typed} > 0)]}
    typed=${typed#[\"\']}
    _shunt_offer_value "$command" "$before" "$typed" && return
    if [[ $typed == -* ]]; then
        read -ra options <<<"${_shunt_options["$command"]-}"
        _shunt_offer '' "$typed" "${options[@]%=}"
        return
    fi
    case $command in
        'shunt report' | 'shunt export' | 'shunt diff') _shunt_offer_files "$typed" '*.shunt' ;;
        'shunt script '*) _shunt_offer_files "$typed" '*.@(lua|program)' ;;
        'shunt recover') _shunt_offer_files "$typed" '' ;;
        *) _shunt_offer '' "$typed" ${_shunt_commands["$command"]-} ;;
    esac
    [ ${#COMPREPLY[@]} != 0 ] || compopt -o default 2>/dev/null
}
complete -F _shunt shunt
