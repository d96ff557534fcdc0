// Daily notes in Markdown, such as those of Obsidian and Logseq: a file for each day, named by its date, in a folder or a ZIP.
import { reasonTexts } from '../../reason-texts.ts';
import { ticketIn } from '../../rules.ts';
import { limits } from '../../constants.ts';
import { dateReader } from '../../read/dates.ts';
import { plainFromMarkdown } from '../../read/markdown-text.ts';
import { shortHash } from '../../read/short-hash.ts';
import { wholeText } from '../../read/text.ts';
import type { Format } from '../../read/format.ts';

/** Logseq's words for tasks that are not done. Its word for those that are is `DONE`. */
const openStates = ['TODO', 'DOING', 'LATER', 'NOW', 'WAITING', 'CANCELED'];
/** A bullet: its checkbox, Logseq's word for its state, and its text. */
const bulletPattern = new RegExp(
  String.raw`^[-*+]\s+(?:\[([ xX/-])\]\s+)?(?:(DONE|${openStates.join('|')})\s+)?(.*)$`,
);

type Block = { lines: string[]; line: number; heading: string; state: 'done' | 'open' | undefined };

export const markdown: Format = {
  id: 'markdown',
  accepts: ({ path }) => /\.(md|markdown)$/i.test(path),
  async read(source, sink) {
    const { path } = source;
    const text = await wholeText(source, limits.noteBytes);
    const lines = text.split(/\r\n|\r|\n/);
    const body = afterFrontMatter(lines);
    const day = dayOf(path) ?? frontMatterDate(lines.slice(0, body));
    if (day === undefined) return sink.skip(path, 'no_date');
    const at = dateReader(sink.options.timeZone)(day, false);
    if (at === undefined) return sink.skip(path, 'bad_date');
    const blocks = blocksOf(lines, body);
    if (blocks.length === 0) return sink.skip(path, 'no_text');
    for (const block of blocks) {
      const where = `${path}:${block.line}`;
      const content = plainFromMarkdown(block.lines.join('\n'));
      if (block.state === 'open') {
        sink.skip(where, 'not_done');
        continue;
      }
      const group = ticketIn(content) ?? block.heading;
      sink.found(
        {
          sourceId: `${day.slice(0, 10)}/${shortHash(content)}`,
          at,
          text: content,
          ...(group && { group }),
          reason: reasonTexts.note(
            path,
            ticketIn(content) ? 'ticket' : block.heading ? 'heading' : undefined,
          ),
        },
        where,
      );
    }
  },
};

/** The day in a file's name: `2024-05-01.md`, `2024_05_01.md` or `20240501 Wednesday.md`. */
function dayOf(path: string): string | undefined {
  const match = /(?:^|[^\d])(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)[^/]*\.\w+$/.exec(path);
  return match ? `${match[1]}-${match[3]}-${match[4]}` : undefined;
}

/** The line on which the text begins. */
function afterFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line));
  return end < 0 ? 0 : end + 1;
}

function frontMatterDate(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const match = /^(?:date|created|day):\s*["']?([^"']+?)["']?\s*$/i.exec(line.slice(0, 100));
    if (match) return match[1];
  }
  return undefined;
}

/** Each bullet with what is below it, and each paragraph. Headings and empty bullets are none. */
function blocksOf(lines: readonly string[], from: number): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let current: Block | undefined;
  let fence = false;
  const end = () => {
    current = undefined;
  };
  for (let index = from; index < lines.length; index++) {
    const line = lines[index]!;
    if (/^\s*(```|~~~)/.test(line)) fence = !fence;
    const title = fence ? null : /^#{1,6}\s+(.*)$/.exec(line);
    if (title) {
      heading = plainFromMarkdown(title[1]!);
      end();
    } else if (line.trim() === '' && !fence) {
      end();
    } else if (!/^\s*[\w-]+::/.test(line) && !/^(?:\s*[-*_]){3}[-*_\s]*$/.test(line)) {
      const bullet = fence ? null : bulletPattern.exec(line);
      if (bullet && bullet[3]!.trim() === '') end();
      else if (bullet) {
        const [, checkbox, word] = bullet;
        const isDone = checkbox ? /x/i.test(checkbox) : word === 'DONE';
        const state = checkbox || word ? (isDone ? 'done' : 'open') : undefined;
        current = { lines: [bullet[3]!], line: index + 1, heading, state };
        blocks.push(current);
      } else if (current) current.lines.push(line.replace(/^\t|^ {2,4}/, ''));
      else {
        current = { lines: [line.trim()], line: index + 1, heading, state: undefined };
        blocks.push(current);
      }
    }
  }
  return blocks;
}
