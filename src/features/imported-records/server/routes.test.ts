import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { askToVouch } from '#tests/support/vouches.ts';
import { limits } from '../constants.ts';
import type { operations } from '../contract.ts';

type All = typeof operations;

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await app.signUp();
});

const shoutout = {
  direction: 'received',
  message: 'Thanks',
  sender_name: 'Bo',
  created_at: '2026-03-04T05:06:07Z',
};
const vouch = { status: 'verified', project_name: 'Billing', verified_at: '2026-01-02T00:00:00Z' };
const sent = (more: object = {}) => ({
  ...{ kind: 'shoutout', origin: 'https://logbook.example.org', original_id: newId() },
  ...{ record: JSON.stringify(shoutout), ...more },
});
const add = async (records: object[], caller = ada) =>
  (
    await caller.call<ResponseOf<All['POST /api/imported_records']>>('POST /api/imported_records', {
      body: { records },
    })
  ).json.outcomes;
const list = async (kind: string, query: object = {}, caller = ada) =>
  (
    await caller.call<ResponseOf<All['GET /api/imported_records']>>('GET /api/imported_records', {
      query: { kind, ...query },
    })
  ).json;

it('records are kept as they are, once for each origin and id, and listed for their owner only', async () => {
  const record = sent();
  expect(await add([record, record])).toEqual(['added', 'there']);
  expect(await add([record, { ...record, origin: '' }])).toEqual(['there', 'added']);
  expect(await add([{ ...record, record: JSON.stringify({ ...shoutout, message: 'Forged' }) }])).toEqual([
    'there',
  ]);
  const { rows } = await list('shoutout');
  expect(rows.map(({ record: text }) => text)).toEqual([record.record, record.record]);
  expect(rows.map(({ origin }) => origin).toSorted()).toEqual(['', 'https://logbook.example.org']);
  expect(rows[0]!.at).toBe('2026-03-04T05:06:07.000Z');
  expect((await list('vouch')).rows).toEqual([]);
  expect((await list('shoutout', {}, await app.signUp('Eve'))).rows).toEqual([]);
});

it('two imports at the same time keep a record once', async () => {
  const record = sent();
  const outcomes = await Promise.all([add([record]), add([record]), add([record])]);
  expect(outcomes.flat().toSorted()).toEqual(['added', 'there', 'there']);
});

it('a record that is no record is refused with its reason, and the others are kept', async () => {
  const json = (more: object) => JSON.stringify({ ...vouch, ...more });
  expect(
    await add([
      sent({ record: 'no JSON' }),
      sent({ record: '[]' }),
      sent({ record: JSON.stringify({ ...shoutout, message: ' ' }) }),
      sent({ record: JSON.stringify({ ...shoutout, created_at: '1899-12-31T00:00:00Z' }) }),
      sent({ record: JSON.stringify({ ...shoutout, created_at: '2200-01-01T00:00:00Z' }) }),
      sent({ kind: 'vouch', record: json({ status: 'pending' }) }),
      sent({ origin: 'javascript:alert(1)' }),
      sent({ kind: 'vouch', record: json({ statement: '<b>\ud800 \u0000' }) }),
    ]),
  ).toEqual([
    ...['unreadable', 'unreadable', 'unreadable', 'invalid_date', 'invalid_date', 'not_verified'],
    ...['invalid_origin', 'added'],
  ]);
});

it('what the caller has here as a shoutout or vouch is not kept a second time', async () => {
  const bo = await app.signUp('Bo');
  const id = newId();
  await bo.call('POST /api/shoutouts', { body: { id, recipient_email: ada.email, message: 'Thanks' } });
  const { json: asked } = await askToVouch(ada);
  const theirs = { kind: 'vouch', original_id: asked.id, record: JSON.stringify(vouch) };
  expect(await add([sent({ original_id: id }), sent(theirs)])).toEqual(['made_here', 'made_here']);
  expect(await add([sent({ original_id: id, kind: 'vouch', record: theirs.record })])).toEqual(['added']);
  expect(await add([sent(theirs)], await app.signUp('Eve'))).toEqual(['added']);
});

it('lists pages, newest first, and counts recorded vouches with the vouches', async () => {
  const days = ['2026-01-03', '2026-01-01', '2026-01-02'];
  const record = (day: string) => JSON.stringify({ ...vouch, verified_at: `${day}T00:00:00Z` });
  await add(days.map((day) => sent({ kind: 'vouch', record: record(day) })));
  const first = await list('vouch', { limit: '2' });
  const second = await list('vouch', { limit: '2', before: first.next! });
  const found = [...first.rows, ...second.rows].map(({ at }) => at.slice(0, 10));
  expect([found, second.next]).toEqual([['2026-01-03', '2026-01-02', '2026-01-01'], null]);
  expect((await ada.call('GET /api/vouches')).json).toMatchObject({ rows: [], elsewhere: 3 });
});

it('a deleted record can be added again, as Undo does', async () => {
  const record = sent();
  await add([record]);
  const { id } = (await list('shoutout')).rows[0]!;
  const remove = () => ada.call('DELETE /api/imported_records/:id', { params: { id } });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  expect(await add([record])).toEqual(['added']);
});

it(`a user keeps at most ${limits.perUser} records`, async () => {
  await app.database.asOwner((db) =>
    db.query(
      `insert into imported_records (id, user_id, kind, origin, original_id, at, record)
       select gen_random_uuid(), $1, 'vouch', '', gen_random_uuid(), now(), '{}' from generate_series(2, $2)`,
      [ada.userId, limits.perUser],
    ),
  );
  const last = sent();
  expect(await add([last, sent()])).toEqual(['added', 'too_many_records']);
  expect(await add([last])).toEqual(['there']);
  expect(await add([sent({ record: ' '.repeat(limits.record + 1) })])).toBeUndefined();
});
