"""Completes a command line for a shell, by argcomplete, which reads the line and writes words for each shell."""

from __future__ import annotations

import argparse
import os
from contextlib import suppress
from typing import Any

import argcomplete
from argcomplete.shell_integration import shellcode

from generator.cli.completion.completed_values import Candidates, completed_values
from generator.cli.main import command_parser
from generator.cli.parser import COMMANDS, Parser
from generator.cli.terminal import set_fault_language

PROGRAM = "vallum"
_STREAM = 8
"""Number of the stream in which the scripts for bash, zsh and fish take words."""
SHELLS = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc, below compinit",
    "fish": "~/.config/fish/config.fish",
    "powershell": "the file that $PROFILE names",
}
"""Shells, and the file in which each reads what a person adds."""
_LOADING = {
    "bash": 'eval "$(vallum completion bash)"',
    "zsh": 'eval "$(vallum completion zsh)"',
    "fish": "vallum completion fish | source",
    "powershell": "vallum completion powershell | Out-String | Invoke-Expression",
}
_POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName vallum -ScriptBlock {
    param($word, $line, $position)
    $file = New-TemporaryFile
    $env:COMP_LINE = "$line".PadRight($position)
    $env:COMP_POINT = $position
    $env:_ARGCOMPLETE = 1
    $env:_ARGCOMPLETE_SUPPRESS_SPACE = 1
    $env:_ARGCOMPLETE_IFS = "`n"
    $env:_ARGCOMPLETE_DFS = "`t"
    $env:_ARGCOMPLETE_SHELL = "powershell"
    $env:_ARGCOMPLETE_STDOUT_FILENAME = $file
    vallum 2>&1 | Out-Null
    Get-Content -Encoding UTF8 $file | Where-Object { $_ } | ForEach-Object {
        $text, $about = $_ -split "`t", 2
        if (-not $about) { $about = $text }
        [System.Management.Automation.CompletionResult]::new($text, $text, "ParameterValue", $about)
    }
    Remove-Item @($file, "Env:\\COMP_*", "Env:\\_ARGCOMPLETE*")
}
"""
"""Script for PowerShell, which hands over a line without the spaces at its end; argcomplete's needs them."""

_ZSH_HOME = """
_vallum_words() {
    if [[ ${words[CURRENT]} == \\~* ]]; then _files; else _python_argcomplete; fi
}
compdef _vallum_words vallum
"""
"""Lines for zsh, which would put a backslash before the `~` of a word that it is given."""


def completion_script(shell: str) -> str:
    """Return the lines that make a shell ask this program for words, below a comment on where they belong."""
    lines = _POWERSHELL if shell == "powershell" else shellcode([PROGRAM], shell=shell)
    if shell == "zsh":
        lines = lines.strip() + _ZSH_HOME
    return f"{lines.strip()}\n# Put this line into {SHELLS[shell]}: {_LOADING[shell]}\n"


def complete_line() -> None:
    """Write the words that can stand at the cursor of the line in `COMP_LINE`, as its shell reads them."""
    words = os.environ.get("COMP_LINE", "").split()[1:]
    set_fault_language(words)
    parser = command_parser(words)
    _add_help(parser)
    # argcomplete would offer files wherever nothing else is.
    nothing = argcomplete.completers.ChoicesCompleter({})
    _set_completers(parser)
    # It would write in the encoding of the system, in which Windows has no Japanese.
    words_file: str | int = os.environ.get("_ARGCOMPLETE_STDOUT_FILENAME", _STREAM)
    with suppress(OSError), open(words_file, "w", encoding="utf-8", newline="") as stream:  # noqa: PTH123  may be a number
        argcomplete.autocomplete(
            parser, always_complete_options=False, default_completer=nothing, output_stream=stream, exit_method=_stay
        )


def _stay(code: int) -> None:
    """Do nothing; argcomplete would end the process before its words are written."""


def _add_help(parser: Parser) -> None:
    """Add `vallum help`, which the program takes for `--help` before it parses a line."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) and "help" not in action.choices:
            help_parser = action.add_parser("help", help="show this help message and exit")
            help_parser.add_argument("command", choices=COMMANDS)


def _set_completers(parser: argparse.ArgumentParser) -> None:
    """Let argcomplete ask for the values of each argument of a parser, and of the commands below it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                _set_completers(command)
        # It offers choices by itself.
        elif not action.choices:
            action.completer = _values_of  # type: ignore[attr-defined]


def _values_of(*, prefix: str, action: argparse.Action, parsed_args: argparse.Namespace, **_: Any) -> Candidates:
    """Return the values of an argument; argcomplete calls this, and names each value that it hands over."""
    return completed_values(action, prefix, parsed_args)
