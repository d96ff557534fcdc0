// A work log of thousands of entries: the shared one if it exists next to the checkout, otherwise a generated one of
// the same size.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hourMs } from '#platform/clock/durations.ts';

export type Written = { created_at: string; content: string };

const shared = join(import.meta.dirname, '../../../../shared/data/work-log.jsonl');
const size = 4628;

/** Oldest first, dated in UTC. Each content starts with its number, so no two are equal. */
export function workLog(): Written[] {
  const log = existsSync(shared) ? readFileSync(shared, 'utf8').trim().split('\n').map(parse) : generate();
  return log
    .map(({ created_at, content }) => ({ created_at: new Date(created_at).toISOString(), content }))
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .map(({ created_at, content }, index) => ({ created_at, content: `${index + 1} ${content}` }));
}

function parse(line: string): Written {
  return JSON.parse(line) as Written;
}

/** One entry every nine hours, one to five lines long. */
function generate(): Written[] {
  const end = Date.now() - hourMs;
  return Array.from({ length: size }, (_, index) => ({
    created_at: new Date(end - (size - index) * 9 * hourMs).toISOString(),
    content: 'Moved one thing a little further. '.repeat(1 + (index % 9)).trim(),
  }));
}
