import type { CheckIn } from '#features/check-ins/contract.ts';
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
  summary: 'Write your entries as Markdown or JSON, oldest first',
  details: [
    'Contains the entries and the names of their files. Your settings have an archive of everything, with the files.',
  ],
  examples: ['logbook export -o log.md', 'logbook export --format json --from 2026-01-01 > log.json'],
  options: [
    { name: 'format', value: 'FORMAT', help: 'markdown (by default) or json', completes: formats },
    ...periodOptions,
    {
      name: 'output',
      short: 'o',
      value: 'FILE',
      help: 'the file to write, instead of the terminal',
      completes: 'files',
    },
  ],
  async run({ options, out }) {
    const format = options.value('format') ?? 'markdown';
    if (!formats.some((known) => known === format))
      throw new CommandError('usage', `The format is markdown or json, not "${oneLine(format)}".`);
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
      throw storageError(error, `${file} could not be written.`);
    }
    out.note(`${rows.length} ${rows.length === 1 ? 'entry' : 'entries'} written to ${file}`);
  },
};

function markdown(rows: readonly CheckIn[]): string {
  const lines: string[] = ['# Logbook'];
  let lastDay = '';
  for (const row of rows) {
    const [day, time] = placeOf(row);
    if (day !== lastDay) lines.push('', `## ${dayTitle(day)}`, '');
    lastDay = day;
    const emoji = row.emoji === null ? '' : ` ${row.emoji}`;
    const goal = row.kind === 'goal' ? ' Goal completed:' : '';
    const files = row.file_count > 0 ? ` (${row.file_count} ${row.file_count === 1 ? 'file' : 'files'})` : '';
    // Indented, so that a text of several lines stays in its item.
    lines.push(`- ${time}${emoji}${goal} ${harmless(row.content).trim().replaceAll('\n', '\n  ')}${files}`);
  }
  return lines.join('\n');
}
