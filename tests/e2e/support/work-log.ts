// A long work life to scroll through: the shared work log where it lies beside the checkout, else one of the same size.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Written = { created_at: string; content: string };

const shared = join(import.meta.dirname, '../../../../shared/data/work-log.jsonl');
const size = 10_000;
const hour = 3_600_000;

/** Oldest first; each content starts with its number, so that any two can be told apart. */
export function workLog(): Written[] {
  const log = existsSync(shared) ? readFileSync(shared, 'utf8').trim().split('\n').map(parse) : generate();
  return repeat(log)
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .map(({ created_at, content }, index) => ({ created_at, content: `${index + 1} ${content}` }));
}

function parse(line: string): Written {
  return JSON.parse(line) as Written;
}

/** As many entries as `size`: what the log lacks comes before it, as copies of it. */
function repeat(log: Written[]): Written[] {
  const times = log.map(({ created_at }) => Date.parse(created_at));
  const span = Math.max(...times) - Math.min(...times) + hour;
  return Array.from({ length: size }, (_, index) => {
    const { created_at, content } = log.at(-1 - (index % log.length))!;
    const copy = Math.floor(index / log.length);
    return { created_at: new Date(Date.parse(created_at) - copy * span).toISOString(), content };
  });
}

/** One entry every nine hours, of one to five lines. */
function generate(): Written[] {
  const end = Date.now() - hour;
  return Array.from({ length: size }, (_, index) => ({
    created_at: new Date(end - (size - index) * 9 * hour).toISOString(),
    content: 'Moved one thing a little further. '.repeat(1 + (index % 9)).trim(),
  }));
}
