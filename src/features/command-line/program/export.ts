import type { CheckIn } from '#features/check-ins/contract.ts';
import { accessTexts } from '../access-texts.ts';
import { entryTexts as texts } from '../entry-texts.ts';
import { commandTexts, optionTexts } from '../help-texts.ts';
import { CommandError } from './command-error.ts';
import type { Command } from './command.ts';
import { storageError, writeDurably } from './folders.ts';
import { dayTitle, pages, periodOf, periodOptions, placeOf } from './list.ts';
import { call } from './server.ts';
import { harmless, harmlessJson, oneLine } from './terminal.ts';

const formats = ['markdown', 'json'] as const;

export const exportCommand: Command = {
  name: 'export',
  readsLog: true,
  ...commandTexts.export,
  options: [
    { name: 'format', value: 'FORMAT', help: optionTexts.format, completes: formats },
    ...periodOptions,
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      help: optionTexts.output,
      completes: 'files',
    },
  ],
  async run({ options, out }) {
    const format = options.value('format') ?? 'markdown';
    if (!formats.some((known) => known === format))
      throw new CommandError('usage', texts.unknownFormat(oneLine(format)));
    const period = periodOf(options);
    const rows = await pages(Infinity, (page) =>
      call('GET /api/check_ins', { query: { ...period, ...page } }),
    );
    const oldestFirst = rows.toReversed();
    const text = format === 'json' ? harmlessJson(oldestFirst) : markdown(oldestFirst);
    const file = options.value('output');
    if (file === undefined) return out.line(text);
    try {
      writeDurably(file, `${text}\n`);
    } catch (error) {
      throw storageError(error, accessTexts.notWritten(file));
    }
    out.note(texts.written(rows.length, file));
  },
};

function markdown(rows: readonly CheckIn[]): string {
  const lines: string[] = [`# ${texts.markdownTitle}`];
  let lastDay = '';
  for (const row of rows) {
    const [day, time] = placeOf(row);
    if (day !== lastDay) lines.push('', `## ${dayTitle(day)}`, '');
    lastDay = day;
    const emoji = row.emoji === null ? '' : ` ${row.emoji}`;
    const goal = row.kind === 'goal' ? ` ${texts.markdownGoal}` : '';
    const files = row.file_count > 0 ? ` (${texts.files(row.file_count)})` : '';
    // Indented, so that a text of several lines stays in its item.
    lines.push(`- ${time}${emoji}${goal} ${harmless(row.content).trim().replaceAll('\n', '\n  ')}${files}`);
  }
  return lines.join('\n');
}
