import { exitCodes } from './command-error.ts';
import type { Command, Option } from './command.ts';
import { commands } from './commands.ts';
import { padEnd, widthOf, wrap } from './terminal.ts';

const columns = 80;
const helpOption: Option = { name: 'help', short: 'h', help: 'show this help' };

const flagOf = ({ name, short, value }: Option) =>
  `${short ? `-${short}, ` : '    '}--${name}${value === undefined ? '' : ` ${value}`}`;

/** Two columns, the second one wrapped. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => widthOf(first))) + 4;
  return rows.flatMap(([first, second]) => {
    const [line = '', ...more] = wrap(second, columns - width);
    return [padEnd(`  ${first}`, width) + line, ...more.map((next) => ' '.repeat(width) + next)];
  });
}

/** The optional parts of a help text, with an empty line between. */
const paragraphs = (...parts: readonly (readonly string[])[]) =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

export function helpOf(command: Command): string {
  const { name, words, summary, details = [], examples = [], options = [] } = command;
  return paragraphs(
    [`Usage: logbook ${name}${words ? ` ${words}` : ''} [options]`],
    [`${summary}.`],
    ...details.map((text) => wrap(text, columns)),
    ['Options:', ...table([...options, helpOption].map((option) => [flagOf(option), option.help]))],
    examples.length > 0 ? ['Examples:', ...indented(examples)] : [],
  );
}

const meanings: Record<keyof typeof exitCodes, string> = {
  refused: 'the server refused, or something unexpected happened',
  usage: 'the command line has a mistake',
  signedOut: 'not signed in, or the access has ended',
  storage: 'this machine could not store or read something',
  offline: 'the server cannot be reached',
};

export function overview(): string {
  return paragraphs(
    ['Usage: logbook COMMAND [options]'],
    ['Writes and reads your logbook from the terminal.'],
    ['Commands:', ...table(commands.map(({ name, summary }) => [name, summary]))],
    ['logbook COMMAND --help explains a command. logbook --version prints the version.'],
    [
      'Exit codes:',
      ...table([
        ['0', 'done, or stored on this machine to be sent later'],
        ...Object.entries(exitCodes).map(
          ([kind, code]) => [String(code), meanings[kind as keyof typeof exitCodes]] as const,
        ),
      ]),
    ],
  );
}
