// Tools for a period as a whole. Their material includes what other people wrote.
import type { Material } from '#features/packets/contract.ts';
import { suggestDraft } from '#features/packets/server/operations/suggest-draft.ts';
import { addDays, mondayOf } from '#features/reports/rules.ts';
import { dayOf } from '#platform/clock/days.ts';
import { newId } from '#platform/clock/id.ts';
import { limits } from '../../constants.ts';
import { excerpt } from '../../rules.ts';
import { shownIn } from './shown.ts';
import { tool } from './tool.ts';

export const weekSummary = tool(
  'week_summary',
  ['GET /api/packets/material'],
  async ({ input, run, findQuoted, timeZone }) => {
    const from = mondayOf(input.week ?? dayOf(Date.now(), timeZone));
    const material = await run('GET /api/packets/material', { query: { from, to: addDays(from, 6) } });
    const shown = shownIn(material.time_zone);
    const { entries, goals } = material;
    const quotes = quotesOf(material, shown);
    const listed = entries.slice(0, limits.week);
    const quoted = await findQuoted(listed);
    return {
      time_zone: material.time_zone,
      week: material.period,
      counts: { entries: entries.length, completed_goals: goals.length, by_others: quotes.length },
      entries: listed.map(({ id, at, text, length, emoji, files }) => ({
        ...{ id, date: shown(at) },
        ...(quoted.has(id) ? { quoted_from_others: text } : { text }),
        ...(length > [...text].length && { full_length: length }),
        ...(emoji !== null && { emoji }),
        ...(files > 0 && { files }),
      })),
      completed_goals: goals.slice(0, limits.week).map(({ text, at }) => ({ date: shown(at), text })),
      quoted_from_others: quotes.slice(0, limits.week),
    };
  },
);

/** What others wrote, or confirmed: names included, because their owners chose them. Oldest first. */
function quotesOf({ shoutouts, vouches }: Material, shown: (at: string) => string): object[] {
  const quote = (kind: 'shoutout' | 'vouch') => (row: Material['shoutouts'][number]) => ({
    kind,
    date: shown(row.at),
    from: row.name,
    ...excerpt(row.text, limits.excerpt),
  });
  return [...shoutouts.map(quote('shoutout')), ...vouches.map(quote('vouch'))];
}

export const draftPacket = tool(
  'draft_packet',
  ['GET /api/packets/material', 'POST /api/packets'],
  async ({ input: { from, to, title }, run }) => {
    const material = await run('GET /api/packets/material', { query: { from, to } });
    const { draft, leftOut } = suggestDraft(material, title);
    const packet = await run('POST /api/packets', { body: { id: newId(), draft } });
    return {
      id: packet.id,
      title: packet.title,
      period: material.period,
      items: packet.items,
      left_out: leftOut,
    };
  },
);
