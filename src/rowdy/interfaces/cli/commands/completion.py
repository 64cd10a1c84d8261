"""`rowdy completion`: a script for shells that completes commands, options and values, made from the parser."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rowdy.interfaces.cli.commands import COMMANDS
from rowdy.interfaces.cli.main import build_parser
from rowdy.interfaces.cli.screen import Screen
from rowdy.interfaces.languages import languages
from rowdy.interfaces.words import Words
from rowdy.play.bots.partner import PARTNER
from rowdy.play.bots.registry import BOTS
from rowdy.rules.catalog import kits

SHELLS = ("bash", "zsh", "fish")
BASH = r"""_rowdy() {
    local line=${COMP_LINE:0:COMP_POINT} command='' before='' word i values=''
    local -a parts
    read -ra parts <<< "$line"
    [[ $line == *[[:space:]] ]] && parts+=('')
    local last=$((${#parts[@]} - 1))
    word=${parts[last]} before=${parts[last - 1]}
    for ((i = 1; i < last; i++)); do
        case ${parts[i]} in
            %(commands)s) command=${parts[i]}; break ;;
        esac
    done
    case "$command $before $word" in
%(values)s
        *)
            case "$command $word" in
                " "*) values='%(top)s'; [[ $before == --lang ]] && values='%(languages)s' ;;
%(arguments)s
            esac ;;
    esac
    COMPREPLY=($(compgen -W "$values" -- "$word"))
    if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${word%%"${word##*=}"}"}")
    fi
}
complete -o default -F _rowdy rowdy
"""
ZSH = r"""#compdef rowdy
_rowdy() {
    local command='' before=${words[CURRENT-1]} word=${words[CURRENT]} i
    local -a values
    for ((i = 2; i < CURRENT; i++)); do
        case ${words[i]} in
            %(commands)s) command=${words[i]}; break ;;
        esac
    done
    case "$command $before $word" in
%(values)s
        *)
            case "$command $word" in
                " "*) values=(%(top)s); [[ $before == --lang ]] && values=(%(languages)s) ;;
%(arguments)s
            esac ;;
    esac
    if (( $#values )); then compadd -a values; else _files; fi
}
(( $+functions[compdef] )) || { autoload -U compinit && compinit }
compdef _rowdy rowdy
"""


@dataclass(frozen=True)
class Argument:
    """An option or a positional argument, and the values that can be given for it."""

    names: tuple[str, ...]
    about: str
    values: tuple[str, ...] = ()
    file: bool = False
    takes: bool = True


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    shells = ", ".join(SHELLS)
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=words("help-completion-shell", shells=shells))


def run(screen: Screen, args: argparse.Namespace) -> int:
    parser = build_parser(screen.words, COMMANDS)
    match args.shell:
        case "fish":
            sys.stdout.write(_fish(screen.words, parser))
        case "zsh":
            sys.stdout.write(ZSH % _tables(parser, "values=({})"))
        case _:
            sys.stdout.write(BASH % _tables(parser, "values='{}'"))
    return 0


def command_parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parser of each command, by its name."""
    found = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(found.choices)


def _arguments(parser: argparse.ArgumentParser) -> Iterator[Argument]:
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            values = tuple(map(str, action.choices)) if action.choices else _known(action.dest)
            names = tuple(action.option_strings)
            yield Argument(names, str(action.help or ""), values, action.type is Path, action.nargs != 0)


def _known(name: str) -> tuple[str, ...]:
    """The values for an argument of this name: games, editions, house rules or bots."""
    match name:
        case "game":
            return tuple(kits())
        case "edition":
            found = [edition.name for kit in kits().values() for edition in kit.editions]
        case "ruling":
            found = [f"{r.name}={option}" for kit in kits().values() for r in kit.rulings for option in r.options]
        case "bots" | "seats":
            found = [*BOTS, *(["you", PARTNER] if name == "seats" else [])]
        case _:
            found = []
    return tuple(dict.fromkeys(found))


def _tables(parser: argparse.ArgumentParser, assigned: str) -> dict[str, str]:
    """The completions as cases of a shell script; `assigned` is how that shell assigns values."""
    values, arguments = list[str](), list[str]()
    for command, command_parser in command_parsers(parser).items():
        found = list(_arguments(command_parser))
        for argument in found:
            if argument.names and argument.takes:
                pattern = "|".join(f'"{command} {name} "*' for name in argument.names)
                values.append(f"        {pattern}) {assigned.format(' '.join(argument.values))} ;;")
        names = " ".join(name for argument in found for name in argument.names)
        given = " ".join(value for argument in found if not argument.names for value in argument.values)
        arguments.append(f'                "{command} -"*) {assigned.format(names)} ;;')
        arguments.append(f'                "{command} "*) {assigned.format(given)} ;;')
    top = [*COMMANDS, *(name for argument in _arguments(parser) for name in argument.names)]
    return {
        "commands": "|".join(COMMANDS),
        "values": "\n".join(values),
        "top": " ".join(top),
        "languages": " ".join(languages()),
        "arguments": "\n".join(arguments),
    }


def _fish(words: Words, parser: argparse.ArgumentParser) -> str:
    lines = ["complete -c rowdy -f"]
    for command, command_parser in command_parsers(parser).items():
        about = _quoted(words(f"help-{command}-short"))
        lines.append(f"complete -c rowdy -n __fish_use_subcommand -a {command} -d {about}")
        there = f"complete -c rowdy -n '__fish_seen_subcommand_from {command}'"
        for argument in _arguments(command_parser):
            flags = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in argument.names]
            takes = ["-r" if argument.file else "-x"] if argument.names and argument.takes else []
            files = ["-F"] if argument.file else []
            given = [f"-a {_quoted(' '.join(argument.values))}"] if argument.values else []
            if flags or given or files:
                lines.append(" ".join([there, *flags, *takes, *files, *given, f"-d {_quoted(argument.about)}"]))
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """The text in fish's single quotes, on one line."""
    return "'" + re.sub(r"(['\\])", r"\\\1", " ".join(text.split())) + "'"
