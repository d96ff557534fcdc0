// The timeline as a text that any editor opens: a heading a month, newest first, with links to the files beside it.
import { markdownOf } from '../../rules.ts';
import { markdownTexts as words } from '../../texts.ts';
import type { Entry, Placed } from './sources.ts';

const dayMs = 86_400_000;

type About = { name: string; timeZone: string; files: Placed[]; now: Date };

export async function* timelineMarkdown(
  entries: AsyncIterable<Entry>,
  { name, timeZone, files, now }: About,
): AsyncGenerator<string> {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone });
  const [month, day] = [format({ month: 'long', year: 'numeric' }), format({ dateStyle: 'full' })];
  const attached = Map.groupBy(files, (file) => file.ownerId);
  yield `# ${markdownOf(words.title(name))}\n\n${words.exported(day.format(now), timeZone)}\n`;
  let under = '';
  for await (const entry of entries) {
    const created = new Date(entry.created_at);
    const heading = month.format(created);
    if (heading !== under) yield `\n## ${heading}\n`;
    under = heading;
    const recorded = new Date(entry.recorded_at);
    const apart = Math.abs(recorded.getTime() - created.getTime()) >= dayMs;
    const notes = [
      ...(apart ? [words.written(day.format(recorded))] : []),
      ...(entry.edited_at === null ? [] : [words.edited]),
    ];
    yield `\n### ${[day.format(created), entry.emoji].filter(Boolean).join(' ')}\n\n${markdownOf(entry.content)}\n`;
    if (notes.length > 0) yield `\n*${notes.join(', ')}*\n`;
    const links = (attached.get(entry.id) ?? []).map(
      (file) => `- [${markdownOf(file.name)}](<${file.path}>)\n`,
    );
    if (links.length > 0) yield `\n${links.join('')}`;
  }
  if (under === '') yield `\n${words.empty}\n`;
}
