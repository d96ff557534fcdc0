import { createHash } from 'node:crypto';
import { splitEmoji } from '#features/capture/rules.ts';
import { instantFor } from '#features/capture/server/operations/captured-date.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { dayOf } from '#platform/clock/days.ts';
import { limits } from '../../constants.ts';
import { ToolRefusal } from './run-operation.ts';
import { shownEntry, shownIn, spanOf } from './shown.ts';
import { tool, type FindQuoted } from './tool.ts';

export const addEntry = tool('add_entry', ['POST /api/capture'], async ({ input, run, timeZone }) => {
  const { id, url, created_at } = await run('POST /api/capture', { body: input });
  return { id, url, date: shownIn(timeZone)(created_at), time_zone: timeZone };
});

export const suggestEntry = tool(
  'suggest_entry',
  ['POST /api/suggestions'],
  async ({ input, run, timeZone }) => {
    const now = Date.now();
    const at = instantFor(input.date, timeZone, now) ?? new Date(now).toISOString();
    // A call that is repeated, such as after a lost response, suggests the same.
    const source_id = createHash('sha256')
      .update(`${dayOf(at, timeZone)}\n${input.text}`)
      .digest('hex');
    const { emoji, reason, group } = input;
    const body = {
      suggestions: [
        { source: 'mcp' as const, source_id, at, ...splitEmoji(input.text, emoji), reason, group },
      ],
    };
    const { outcomes } = await run('POST /api/suggestions', { body });
    const { outcome, problem } = outcomes[0]!;
    if (problem !== null) throw new ToolRefusal(problem);
    return { outcome, date: shownIn(timeZone)(at), time_zone: timeZone };
  },
);

export const searchEntries = tool(
  'search_entries',
  ['GET /api/check_ins/search'],
  async ({ input, run, findQuoted, timeZone }) => {
    const query = {
      q: input.query,
      ...spanOf(input, timeZone),
      before: input.next,
      limit: limits.page,
    };
    const { rows, next, count } = await run('GET /api/check_ins/search', { query });
    return {
      time_zone: timeZone,
      ...(count !== null && { found: count }),
      entries: await shownEntries(rows, { findQuoted, timeZone }),
      next,
    };
  },
);

export const readPeriod = tool(
  'read_period',
  ['GET /api/check_ins'],
  async ({ input, run, findQuoted, timeZone }) => {
    const query = { ...spanOf(input, timeZone), before: input.next, limit: limits.page };
    const { rows, next } = await run('GET /api/check_ins', { query });
    return { time_zone: timeZone, entries: await shownEntries(rows, { findQuoted, timeZone }), next };
  },
);

export const readEntry = tool(
  'read_entry',
  ['GET /api/check_ins/:id'],
  async ({ input, run, findQuoted, timeZone }) => {
    const entry = await run('GET /api/check_ins/:id', { params: { id: input.id } });
    const isQuoted = (await findQuoted([entry])).has(entry.id);
    return { time_zone: timeZone, entry: shownEntry(entry, { timeZone, isQuoted, most: Infinity }) };
  },
);

type Showing = { findQuoted: FindQuoted; timeZone: string };

async function shownEntries(rows: readonly CheckIn[], { findQuoted, timeZone }: Showing): Promise<object[]> {
  const quoted = await findQuoted(rows);
  return rows.map((row) => shownEntry(row, { timeZone, isQuoted: quoted.has(row.id) }));
}
