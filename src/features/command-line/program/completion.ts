// Completion scripts. They need nothing else, so a shell starts no program while the user types.
import { list } from '#platform/text/language.ts';
import { accessTexts } from '../access-texts.ts';
import { commandTexts } from '../help-texts.ts';
import { CommandError } from './command-error.ts';
import { helpOption, type Command, type Option } from './command.ts';
import { harmless } from './terminal.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** `all`: the other commands. */
export function completionFor(all: readonly Command[]): Command {
  const completion: Command = {
    name: 'completion',
    words: shells.join(' | '),
    takesWords: true,
    completes: shells,
    ...commandTexts.completion,
    async run({ words, out }) {
      const shell = shells.find((known) => known === words[0]);
      if (!shell || words.length > 1)
        throw new CommandError('usage', accessTexts.whichShell(list(shells, 'unit')));
      out.line(scripts[shell]([...all, completion]));
    },
  };
  return completion;
}

const optionsOf = ({ options = [] }: Command): Option[] => [...options, helpOption];
const flagsOf = ({ name, short }: Option): string[] => [`--${name}`, ...(short ? [`-${short}`] : [])];
/** In single quotes for a POSIX shell, and for zsh and fish. */
const quoted = (text: string) => `'${harmless(text).replaceAll("'", `'\\''`)}'`;

const scripts: Record<Shell, (commands: readonly Command[]) => string> = {
  bash(commands) {
    const values = (option: Option) => {
      const flags = flagsOf(option).join('|');
      if (option.completes === 'files') return [`      ${flags}) compopt -o default; return ;;`];
      const words = option.completes?.join(' ') ?? '';
      return option.value === undefined
        ? []
        : [`      ${flags}) COMPREPLY=($(compgen -W ${quoted(words)} -- "$word")); return ;;`];
    };
    const cases = commands.flatMap((command) => {
      const words = [...optionsOf(command).flatMap(flagsOf), ...(command.completes ?? [])].join(' ');
      const inner = optionsOf(command).flatMap(values);
      return [
        `    ${command.name})`,
        ...(inner.length > 0
          ? ['      case "$before" in', ...inner.map((line) => `  ${line}`), '      esac']
          : []),
        `      COMPREPLY=($(compgen -W ${quoted(words)} -- "$word")) ;;`,
      ];
    });
    return [
      '_logbook() {',
      '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"',
      '  COMPREPLY=()',
      '  if [ "$COMP_CWORD" -eq 1 ]; then',
      `    COMPREPLY=($(compgen -W ${quoted([...commands.map(({ name }) => name), 'help'].join(' '))} -- "$word"))`,
      '    return',
      '  fi',
      '  case "${COMP_WORDS[1]}" in',
      ...cases,
      '  esac',
      '}',
      'complete -F _logbook logbook',
    ].join('\n');
  },
  zsh(commands) {
    const text = (value: string) => value.replace(/[[\]:]/g, '\\$&');
    const action = ({ value, completes }: Option) => {
      if (value === undefined) return '';
      if (completes === 'files') return `:${value}:_files`;
      return `:${value}:${completes ? `(${completes.join(' ')})` : ' '}`;
    };
    const specs = (option: Option) =>
      flagsOf(option).map((flag) =>
        quoted(`${option.isMultiple ? '*' : ''}${flag}[${text(option.help)}]${action(option)}`),
      );
    const words = ({ completes }: Command) => (completes ? [quoted(`1:word:(${completes.join(' ')})`)] : []);
    const cases = commands.map(
      (command) =>
        `    ${command.name}) _arguments ${[...optionsOf(command).flatMap(specs), ...words(command)].join(' ')} ;;`,
    );
    return [
      '#compdef logbook',
      '_logbook() {',
      '  local -a commands',
      `  commands=(${commands.map(({ name, summary }) => quoted(`${name}:${text(summary)}`)).join(' ')})`,
      '  if (( CURRENT == 2 )); then',
      '    _describe command commands',
      '    return',
      '  fi',
      '  local command=$words[2]',
      '  shift words',
      '  (( CURRENT-- ))',
      '  case $command in',
      ...cases,
      '  esac',
      '}',
      'if [ "$funcstack[1]" = _logbook ]; then _logbook "$@"; else compdef _logbook logbook; fi',
    ].join('\n');
  },
  fish(commands) {
    const first = commands.map(
      ({ name, summary }) => `complete -c logbook -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    );
    const of = (name: string) => `complete -c logbook -n '__fish_seen_subcommand_from ${name}'`;
    const more = commands.flatMap((command) => [
      ...(command.completes ? [`${of(command.name)} -a ${quoted(command.completes.join(' '))}`] : []),
      ...optionsOf(command).map(({ name, short, value, help, completes }) => {
        const takes =
          value === undefined
            ? ''
            : completes === 'files'
              ? ' -r -F'
              : completes
                ? ` -x -a ${quoted(completes.join(' '))}`
                : ' -x';
        return `${of(command.name)} -l ${name}${short ? ` -s ${short}` : ''}${takes} -d ${quoted(help)}`;
      }),
    ]);
    return ['complete -c logbook -f', ...first, ...more].join('\n');
  },
};
