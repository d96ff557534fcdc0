import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { limits } from '../../constants.ts';
import type { FoundOutcome, Suggestion } from '../../contract.ts';
import { keyOf } from '../../hash-rules.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await app.signUp();
});

let count = 0;
const newHash = () => keyOf({ source: 'calendar', source_id: `event-${++count}` });
const entry = (more: object = {}) => ({
  ...{ id: newId(), content: `Met the board ${++count}`, emoji: null, created_at: '2026-03-04T05:06:07Z' },
  ...{ source: 'calendar', source_name: '1 event in Board', files: [], hashes: [newHash()] },
  ...more,
});
const add = async (entries: object[], caller = ada) =>
  (await caller.call<{ outcomes: FoundOutcome[] }>('POST /api/suggestions/import', { body: { entries } }))
    .json.outcomes;
const known = async (hashes: string[]) =>
  (await ada.call<{ known: string[] }>('POST /api/suggestions/settled', { body: { hashes } })).json.known;
const unsettle = (body: object, caller = ada) => caller.call('POST /api/suggestions/unsettle', { body });
const rows = async (caller = ada) => (await caller.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;

test('entries are written with their source and date, and their suggestions remembered, once', async () => {
  const [one, two] = [entry({ hashes: [newHash(), newHash()] }), entry()];
  expect(await add([one, two])).toEqual(['written', 'written']);
  expect(await add([two, one])).toEqual(['there', 'there']);
  expect(await rows()).toHaveLength(2);
  expect(await rows()).toContainEqual(
    expect.objectContaining({
      ...{ id: one.id, source: 'calendar', source_name: '1 event in Board', edited_at: null },
      created_at: '2026-03-04T05:06:07.000Z',
    }),
  );
  expect(await known([...one.hashes, ...two.hashes])).toHaveLength(3);
});

test('what is refused is not remembered, and does not stop the others', async () => {
  const entries = [
    entry({ content: ' ' }),
    entry(),
    entry({ content: 'x'.repeat(10_001) }),
    entry({ created_at: '2999-01-01T00:00:00Z' }),
    entry({ files: Array.from({ length: 11 }, () => ({ id: newId(), name: 'a.txt', size: 1 })) }),
  ];
  expect(await add(entries)).toEqual([
    ...['content_required', 'written', 'content_too_long', 'invalid_date', 'too_many_files'],
  ]);
  expect(await known(entries.flatMap(({ hashes }) => hashes))).toEqual(entries[1]!.hashes);
});

test('of two browsers that accept the same suggestion, one gets the entry', async () => {
  const hashes = [newHash()];
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => add([entry({ hashes })])));
  expect(outcomes.flat().toSorted()).toEqual([...Array<string>(5).fill('settled'), 'written']);
  expect(await add([entry({ hashes: [newHash(), ...hashes] })])).toEqual(['settled']);
  const twice = [newHash()];
  expect(await add([entry({ hashes: twice }), entry({ hashes: twice })])).toEqual(['written', 'settled']);
  expect(await rows()).toHaveLength(2);
});

test('what the server suggests itself, or the user dismissed, is settled', async () => {
  const [waiting, dismissed] = [
    { source: 'git', source_id: 'commit-1', at: '2026-03-04T05:06:07Z', content: 'A commit' },
    newHash(),
  ];
  await ada.call('POST /api/suggestions', { body: { suggestions: [waiting] } });
  await ada.call('POST /api/suggestions/settle', { body: { hashes: [dismissed] } });
  const hashes = [[keyOf(waiting as Suggestion)], [dismissed]];
  expect(await add(hashes.map((own) => entry({ hashes: own })))).toEqual(['settled', 'settled']);
  expect(await rows()).toEqual([]);
});

test('Undo moves the entries to the bin, and may be repeated; those of others stay', async () => {
  const [mine, theirs] = [entry(), entry()];
  const bo = await app.signUp();
  await add([mine]);
  await add([theirs], bo);
  const body = { hashes: mine.hashes, check_ins: [mine.id, theirs.id, newId()] };
  expect((await unsettle(body)).status).toBe(200);
  expect((await unsettle(body)).status).toBe(200);
  expect([await rows(), await known(mine.hashes)]).toEqual([[], []]);
  expect(await rows(bo)).toHaveLength(1);
  expect(await add([entry({ hashes: mine.hashes })])).toEqual(['written']);
});

test('a request has at most 100 entries, each of at most 100 suggestions', async () => {
  const post = async (entries: object[]) =>
    (await ada.call('POST /api/suggestions/import', { body: { entries } })).status;
  const full = Array.from({ length: limits.perRequest }, () => entry());
  expect([await post([...full, entry()]), await post(full), await post([])]).toEqual([400, 200, 400]);
  const hashes = Array.from({ length: limits.merged + 1 }, newHash);
  expect([await post([entry({ hashes })]), await post([entry({ hashes: hashes.slice(1) })])]).toEqual([
    400, 200,
  ]);
  expect((await unsettle({ hashes: [newHash()], check_ins: full.map(({ id }) => id) })).status).toBe(200);
  expect(await rows()).toHaveLength(1);
});
