// A long work log of thousands of entries, written to the guest store and read back completely.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { guestCheckIns } from '#features/check-ins/web/guest.ts';
import { newId } from '#platform/clock/id.ts';
import { workLog } from '../e2e/support/work-log.ts';

test(
  'a guest log of thousands of entries is stored, counted by month, and read back in order',
  { timeout: 120_000 },
  async () => {
    const log = workLog();
    const write = guestCheckIns['POST /api/check_ins']!;
    for (const { content, created_at } of log) {
      const at = new Date(created_at).toISOString();
      await write({ body: { id: newId(Date.parse(at)), content, created_at: at } });
    }

    const { months } = await guestCheckIns['GET /api/check_ins/months']!({
      query: { timezone: 'Europe/Vienna' },
    });
    expect(months.reduce((sum, { count }) => sum + count, 0)).toBe(log.length);
    expect(months.map(({ month }) => month)).toEqual(
      months
        .map(({ month }) => month)
        .toSorted()
        .toReversed(),
    );

    const read: CheckIn[] = [];
    for (let before: string | null | undefined; before !== null;) {
      const query = { limit: 100, ...(before && { before }) };
      const page = await guestCheckIns['GET /api/check_ins']!({ query });
      read.push(...page.rows);
      before = page.next;
    }
    const instants = (rows: { created_at: string }[]) => rows.map((row) => Date.parse(row.created_at));
    expect(instants(read)).toEqual(instants(log).toReversed());
    const contents = (rows: { content: string }[]) => rows.map(({ content }) => content.trim()).toSorted();
    expect(contents(read)).toEqual(contents(log));
  },
);
