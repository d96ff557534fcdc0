import { helpTexts as texts } from '../help-texts.ts';
import { exitCodes } from './command-error.ts';
import { helpOption, type Command, type Option } from './command.ts';
import { commands } from './commands.ts';
import { padEnd, widthOf, wrap } from './terminal.ts';

const columns = 80;

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
    [texts.usage(words ? `${name} ${words}` : name)],
    [`${summary}.`],
    ...details.map((text) => wrap(text, columns)),
    [texts.options, ...table([...options, helpOption].map((option) => [flagOf(option), option.help]))],
    examples.length > 0 ? [texts.examples, ...indented(examples)] : [],
  );
}

const meanings: Record<'done' | keyof typeof exitCodes, string> = texts.meanings;

export function overview(): string {
  return paragraphs(
    [texts.usage('COMMAND')],
    [texts.about],
    [texts.commands, ...table(commands.map(({ name, summary }) => [name, summary]))],
    [texts.more],
    [
      texts.exitCodes,
      ...table([
        ['0', meanings.done],
        ...Object.entries(exitCodes).map(
          ([kind, code]) => [String(code), meanings[kind as keyof typeof exitCodes]] as const,
        ),
      ]),
    ],
  );
}
