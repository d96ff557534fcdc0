// Suggestions of the browser, with the guest's own handlers in place of the server.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { guestCheckIns } from '#features/check-ins/web/guest.ts';
import { timelineOf } from '#features/check-ins/web/guest/guest-read.ts';
import { readGuest } from '#features/guest/web/guest-transaction.ts';
import { handleLocally, Problem } from '#platform/http/client.ts';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { limits } from '../constants.ts';
import { keyOf } from '../hash-rules.ts';
import { suggestionsForGuests } from './guest.ts';
import { acceptLocal as acceptGroups, type Acceptance } from './local-acceptance.ts';
import { localSuggestions, purgeLocal, settledByGuest, type LocalSuggestion } from './local-store.ts';
import {
  addLocalSuggestions,
  dismissLocal,
  restoreLocal,
  tendLocal,
  type FoundSuggestion,
  type SettledTogether,
} from './local-suggestions.ts';

let count = 0;
let owner: string;
let failing: string | undefined;
const handlers = { ...guestCheckIns, ...suggestionsForGuests.handlers };

beforeEach(() => {
  stubLocalStorage();
  owner = `user-${++count}`;
  failing = undefined;
  const guarded = Object.fromEntries(
    Object.entries(handlers).map(([key, handler]) => [
      key,
      (input: never) =>
        key === failing
          ? Promise.reject(new Problem(0, { code: 'offline' }))
          : (handler as (input: never) => Promise<unknown>)(input),
    ]),
  );
  handleLocally(guarded, () => undefined);
});
afterEach(() => {
  failing = undefined;
});

const found = (more: Partial<FoundSuggestion> = {}): FoundSuggestion => ({
  ...{
    source: 'calendar',
    source_id: `event-${++count}`,
    at: '2026-03-04T05:06:07Z',
    content: `Event ${count}`,
  },
  ...more,
});
const outcomes = async (...batch: FoundSuggestion[]) =>
  (await addLocalSuggestions(owner, batch)).map(({ outcome }) => outcome);
/** The entries that suggestions of these tests became. */
const entries = () =>
  readGuest(async (tx) => {
    const rows: CheckIn[] = [];
    for await (const row of timelineOf(tx)) if (row.content.includes('Event')) rows.push(row);
    return rows;
  });

/** Makes one entry. */
async function acceptLocal(of: string, rows: readonly LocalSuggestion[], edited?: Acceptance) {
  const [accepted] = await acceptGroups(of, [rows], { edited });
  return accepted!;
}

describe('adding suggestions to the browser', () => {
  it('adds each once, and names what is refused', async () => {
    const one = found();
    expect(await outcomes(one, one, found({ content: ' ' }), found({ at: '2999-01-01T00:00:00Z' }))).toEqual([
      ...['added', 'known', 'content_required', 'invalid_date'],
    ]);
    expect(await outcomes(one)).toEqual(['known']);
    expect(await localSuggestions(owner)).toMatchObject([{ content: one.content, hash: keyOf(one) }]);
    expect(localStorage.getItem(`logbook-inbox:${owner}`)).toBe('1');
  });

  it('keeps the files that an entry can have, and names the others', async () => {
    const file = (name: string, text = 'x') => ({ name, blob: new Blob([text]) });
    const files = [...Array.from({ length: limits.files + 1 }, (_, n) => file(`${n}.txt`)), file('tool.exe')];
    const [result] = await addLocalSuggestions(owner, [found({ files })]);
    expect(result).toEqual({
      outcome: 'added',
      hash: expect.any(String),
      left_out: [`${limits.files}.txt`, 'tool.exe'],
    });
    const [row] = await localSuggestions(owner);
    expect(row!.files).toHaveLength(limits.files);
  });

  it('keeps at most 10,000 open ones, and those of each user apart', async () => {
    const batch = Array.from({ length: limits.open + 1 }, () => found());
    const results = await outcomes(...batch);
    expect(results.filter((outcome) => outcome === 'added')).toHaveLength(limits.open);
    expect(results.at(-1)).toBe('too_many_suggestions');
    owner = 'someone-else';
    expect(await outcomes(batch[0]!)).toEqual(['added']);
    expect(await localSuggestions(owner)).toHaveLength(1);
  });

  it('without a connection asks later whether they were settled', async () => {
    const [one, two] = [found(), found()];
    await suggestionsForGuests.handlers['POST /api/suggestions/settle']!({ body: { hashes: [keyOf(one)] } });
    failing = 'POST /api/suggestions/settled';
    expect(await outcomes(one, two)).toEqual(['added', 'added']);
    failing = undefined;
    await tendLocal(owner);
    expect((await localSuggestions(owner)).map(({ content }) => content)).toEqual([two.content]);
  });
});

describe('accepting a suggestion of the browser', () => {
  it('writes an entry with its files that says where it came from, and never suggests it again', async () => {
    const one = found({ group: 'Weekly', files: [{ name: 'notes.txt', blob: new Blob(['Notes']) }] });
    await outcomes(one);
    const accepted = await acceptLocal(owner, await localSuggestions(owner));
    const entry = (await entries()).find(({ id }) => id === accepted.entryId)!;
    expect(entry).toMatchObject({
      ...{ content: one.content, source: 'calendar', source_name: '1 event in Weekly', file_count: 1 },
      created_at: '2026-03-04T05:06:07.000Z',
    });
    expect(await localSuggestions(owner)).toEqual([]);
    expect(await outcomes(one)).toEqual(['known']);
    await purgeLocal(owner, Date.now() + 2 * 3600_000);
    expect(await outcomes(one)).toEqual(['known']);
  });

  it('in two windows at once writes one entry', async () => {
    await outcomes(found(), found());
    const rows = await localSuggestions(owner);
    const before = (await entries()).length;
    const results = await Promise.all([
      acceptLocal(owner, rows),
      acceptLocal(owner, rows.toReversed()),
      acceptLocal(owner, rows),
    ]);
    expect((await entries()).length).toBe(before + 1);
    expect(results.map(({ outcome }) => outcome)).toContain('accepted');
  });

  it.each(['POST /api/suggestions/import', 'POST /api/storage/log-files'])(
    'that stops at %s is finished later, once',
    async (key) => {
      await outcomes(found({ files: [{ name: 'notes.txt', blob: new Blob(['Notes']) }] }));
      const rows = await localSuggestions(owner);
      const before = (await entries()).length;
      failing = key;
      await expect(acceptLocal(owner, rows)).rejects.toMatchObject({ code: 'offline' });
      failing = undefined;
      await tendLocal(owner);
      await tendLocal(owner);
      expect(await localSuggestions(owner)).toEqual([]);
      const after = await entries();
      expect(after).toHaveLength(before + 1);
      expect(after.find(({ id }) => id === rows[0]!.id)!.file_count).toBe(1);
    },
  );

  it('that is refused later does not keep the others waiting', async () => {
    await outcomes(found(), found(), found(), found());
    const rows = await localSuggestions(owner);
    const before = (await entries()).length;
    failing = 'POST /api/suggestions/import';
    for (const [index, row] of rows.entries())
      await expect(acceptLocal(owner, [row], index === 0 ? { content: ' ' } : {})).rejects.toMatchObject({
        code: 'offline',
      });
    failing = undefined;
    await tendLocal(owner);
    expect((await entries()).length).toBe(before + 3);
    const [refused, ...others] = await localSuggestions(owner);
    expect(others).toEqual([]);
    expect(refused!.entry).toBeUndefined();
  });

  it('among others is written with them, except what another window has settled', async () => {
    const several = [found(), found(), found({ files: [{ name: 'notes.txt', blob: new Blob(['Notes']) }] })];
    await outcomes(...several);
    const rows = await localSuggestions(owner);
    const before = (await entries()).length;
    const settled = rows.find(({ files }) => files.length === 0)!;
    await dismissLocal(owner, [settled.hash]);
    const accepted = await acceptGroups(
      owner,
      rows.map((row) => [row]),
    );
    expect(accepted.map(({ outcome }) => outcome)).toEqual(
      rows.map((row) => (row === settled ? 'settled' : 'accepted')),
    );
    expect(await localSuggestions(owner)).toEqual([]);
    const written = await entries();
    expect(written).toHaveLength(before + 2);
    expect(written.map(({ missing_files }) => missing_files)).toEqual(written.map(() => []));
  });

  it('that is canceled is not finished later', async () => {
    await outcomes(...Array.from({ length: 30 }, () => found({ content: `Event ${'x'.repeat(9000)}` })));
    const rows = await localSuggestions(owner);
    const before = (await entries()).length;
    const canceling = new AbortController();
    const imported = suggestionsForGuests.handlers['POST /api/suggestions/import']!;
    let sent = 0;
    const busy = async (input: Parameters<typeof imported>[0]) => {
      sent += input.body.entries.length;
      if (sent <= input.body.entries.length) return imported(input);
      canceling.abort();
      throw new Problem(429, { code: 'rate_limited' });
    };
    handleLocally({ 'POST /api/suggestions/import': busy }, () => undefined);
    const groups = rows.map((row) => [row]);
    const accepted: SettledTogether[] = [];
    const options = { signal: canceling.signal, onAccepted: (one: SettledTogether) => accepted.push(one) };
    await expect(acceptGroups(owner, groups, options)).rejects.toMatchObject({ status: 429 });
    handleLocally({ 'POST /api/suggestions/import': imported }, () => undefined);
    const added = (await entries()).length - before;
    expect([added > 0, added < sent, sent < rows.length]).toEqual([true, true, true]);
    await tendLocal(owner);
    expect(await localSuggestions(owner)).toHaveLength(rows.length - added);
    expect((await entries()).length).toBe(before + added);
    // Undo takes back what was added before.
    await restoreLocal(owner, accepted);
    expect(await localSuggestions(owner)).toHaveLength(rows.length);
    expect((await entries()).length).toBe(before);
  });

  it('that is refused stays in the inbox', async () => {
    await outcomes(found());
    const rows = await localSuggestions(owner);
    expect(await acceptLocal(owner, rows, { content: ' ' })).toMatchObject({ outcome: 'content_required' });
    const [row] = await localSuggestions(owner);
    expect(row!.entry).toBeUndefined();
  });

  it('can be undone, with its files, and accepted again', async () => {
    await outcomes(found({ files: [{ name: 'notes.txt', blob: new Blob(['Notes']) }] }));
    const rows = await localSuggestions(owner);
    const first = await acceptLocal(owner, rows);
    await restoreLocal(owner, [{ hashes: rows.map(({ hash }) => hash), entryId: first.entryId }]);
    expect((await entries()).some(({ id }) => id === first.entryId)).toBe(false);
    const again = await acceptLocal(owner, await localSuggestions(owner));
    expect((await entries()).find(({ id }) => id === again.entryId)!.file_count).toBe(1);
  });
});

describe('dismissing suggestions of the browser', () => {
  it('remembers only their hashes, and can be undone', async () => {
    const one = found();
    await outcomes(one);
    await dismissLocal(owner, [keyOf(one)]);
    expect(await localSuggestions(owner)).toEqual([]);
    expect(await settledByGuest([keyOf(one)])).toEqual([keyOf(one)]);
    expect(await outcomes(one)).toEqual(['known']);
    await restoreLocal(owner, [{ hashes: [keyOf(one)], entryId: null }]);
    expect(await localSuggestions(owner)).toHaveLength(1);
    expect(await settledByGuest([keyOf(one)])).toEqual([]);
  });

  it('leaves those that another window is accepting, which stay accepted', async () => {
    const [one, other] = [found(), found()];
    await outcomes(one, other);
    const rows = await localSuggestions(owner);
    failing = 'POST /api/suggestions/import';
    const accepted = rows.filter(({ hash }) => hash === keyOf(one));
    await expect(acceptLocal(owner, accepted)).rejects.toMatchObject({ code: 'offline' });
    failing = undefined;
    expect(await dismissLocal(owner, [keyOf(one), keyOf(other)])).toEqual([keyOf(other)]);
    await tendLocal(owner);
    expect(await localSuggestions(owner)).toEqual([]);
    expect((await entries()).filter(({ content }) => content === one.content)).toHaveLength(1);
  });

  it('ends those that have waited for 90 days (R-O2)', async () => {
    await outcomes(found());
    await purgeLocal(owner, Date.now() + 91 * 24 * 3600_000);
    expect(await localSuggestions(owner)).toEqual([]);
  });
});
