import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import { callWith, createApiToken } from '#tests/support/api-tokens.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { limits } from '../constants.ts';
import type { operations, Suggestion } from '../contract.ts';
import { keyOf } from '../hash-rules.ts';
import { purgeSuggestions } from './jobs.ts';

type All = typeof operations;
type Added = ResponseOf<All['POST /api/suggestions']> & ProblemBody;
type Accepted = ResponseOf<All['POST /api/suggestions/accept']> & ProblemBody;

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
const commit = (more: object = {}) => ({
  ...{
    source: 'git',
    source_id: `commit-${++count}`,
    at: '2026-03-04T05:06:07Z',
    content: `Commit ${count} #work`,
  },
  ...{ group: 'acme/api', ...more },
});
const add = (suggestions: object[], caller = ada) =>
  caller.call<Added>('POST /api/suggestions', { body: { suggestions } });
const list = async (query: Record<string, string> = {}, caller = ada) =>
  (
    await caller.call<{ rows: Suggestion[]; next: string | null; count: number | null }>(
      'GET /api/suggestions',
      {
        query,
      },
    )
  ).json;
/** Adds commits and returns their ids, in order. */
async function added(...suggestions: object[]): Promise<string[]> {
  const sent = suggestions.length > 0 ? suggestions : [commit()];
  await add(sent);
  const { rows } = await list();
  return sent.map((one) => rows.find(({ source_id }) => source_id === (one as Suggestion).source_id)!.id);
}
const accept = (entries: object[], caller = ada) =>
  caller.call<Accepted>('POST /api/suggestions/accept', { body: { entries } });
const dismiss = (ids: string[]) =>
  ada.call<{ dismissed: number }>('POST /api/suggestions/dismiss', { body: { ids } });
const restore = (ids: string[]) =>
  ada.call<{ restored: number } & ProblemBody>('POST /api/suggestions/restore', { body: { ids } });
const entries = async () => (await ada.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;

describe('adding suggestions', () => {
  it('lists them newest date first, in pages, with filters and their count', async () => {
    const sent = [1, 2, 3].map((day) => commit({ at: `2026-03-0${day}T00:00:00Z`, group: `g${day}` }));
    const { json: result } = await add(sent);
    expect(result).toMatchObject({ added: 3, known: 0, refused: 0 });
    const first = await list({ limit: '2' });
    expect(first.rows.map(({ group }) => group)).toEqual(['g3', 'g2']);
    expect(first.count).toBe(3);
    const rest = await list({ limit: '2', before: first.next! });
    expect(rest.rows.map(({ group }) => group)).toEqual(['g1']);
    expect([rest.next, rest.count]).toEqual([null, null]);
    expect((await list({ group: 'g2' })).rows).toHaveLength(1);
    expect((await list({ source: 'calendar' })).rows).toHaveLength(0);
    expect((await list({ from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' })).rows).toHaveLength(1);
  });

  it('adds nothing twice, in a request or in several at once (R-O2)', async () => {
    const one = commit();
    const results = await Promise.all([add([one, one]), add([one]), add([one])]);
    expect(results.reduce((sum, { json }) => sum + json.added, 0)).toBe(1);
    expect((await list()).rows).toHaveLength(1);
  });

  it('refuses each bad one with its reason, and adds the others', async () => {
    const { json: result } = await add([
      commit({ content: ' ' }),
      commit({ content: 'x'.repeat(limits.content + 1) }),
      commit({ source_id: ' \n ' }),
      commit({ at: '2999-01-01T00:00:00Z' }),
      commit({ at: '1899-01-01T00:00:00Z' }),
      commit(),
    ]);
    expect(result.outcomes.map(({ outcome }) => outcome)).toEqual([
      ...[
        'content_required',
        'content_too_long',
        'source_id_required',
        'invalid_date',
        'invalid_date',
        'added',
      ],
    ]);
    expect(
      result.outcomes.every(({ outcome, problem }) => (outcome === 'added') === (problem === null)),
    ).toBe(true);
    expect(result).toMatchObject({ added: 1, refused: 5 });
  });

  it.each([
    ['an unknown source', { source: 'fax' }],
    ['email, which only the server names', { source: 'email' }],
    ['a script as the address', { url: 'javascript:alert(1)' }],
    ['another user', { user_id: newId() }],
  ])('refuses %s', async (_what, more) => {
    expect((await add([commit(more)])).json.code).toBe('invalid_input');
  });

  it('keeps at most 10,000 open ones', async () => {
    await app.database.asOwner((db) =>
      db.query(
        `insert into suggestions (id, user_id, source, source_id, hash, at, content)
         select gen_random_uuid(), $1, 'csv', n::text, sha256(n::text::bytea), now(), 'Row'
         from generate_series(1, $2) n`,
        [ada.userId, limits.open - 1],
      ),
    );
    const { json: result } = await add([commit(), commit()]);
    expect(result.outcomes.map(({ outcome }) => outcome)).toEqual(['added', 'too_many_suggestions']);
  });

  it('takes them from a token with the scope, which cannot read or accept them (R-O1)', async () => {
    const token = async (scopes: ['suggestions:write' | 'entries:write']) =>
      callWith(app, (await createApiToken(ada, { scopes })).token);
    const call = await token(['suggestions:write']);
    const body = { suggestions: [commit({ source: undefined })] };
    expect((await call<Added>('POST /api/suggestions', { body })).json.added).toBe(1);
    const { rows } = await list();
    expect(rows[0]!.source).toBe('api');
    const item = { check_in_id: newId(), suggestions: [rows[0]!.id] };
    for (const denied of [
      await call<ProblemBody>('GET /api/suggestions'),
      await call<ProblemBody>('POST /api/suggestions/accept', { body: { entries: [item] } }),
      await (await token(['entries:write']))<ProblemBody>('POST /api/suggestions', { body }),
    ])
      expect(denied.json.code).toBe('beyond_token');
    expect(await entries()).toEqual([]);
  });
});

describe('accepting suggestions', () => {
  it('makes an entry with the date of the source that says where it came from (R-O3)', async () => {
    const [id] = await added(commit({ content: 'Fixed the parser #work', emoji: '🚀' }));
    const check_in_id = newId();
    const { json: result } = await accept([{ check_in_id, suggestions: [id] }]);
    expect(result.outcomes).toEqual(['accepted']);
    const [entry] = await entries();
    expect(result.check_ins).toEqual([entry]);
    expect(entry).toMatchObject({
      ...{ id: check_in_id, content: 'Fixed the parser #work', emoji: '🚀', source: 'git' },
      ...{ source_name: '1 commit in acme/api', created_at: '2026-03-04T05:06:07.000Z' },
    });
    expect(Date.parse(entry!.recorded_at)).toBeGreaterThan(Date.now() - 60_000);
    expect((await list()).rows).toEqual([]);
  });

  it('merges several into one entry, in their order, or with the text of the user', async () => {
    const ids = await added(commit({ content: 'A' }), commit({ content: 'B', at: '2026-03-05T00:00:00Z' }));
    await accept([{ check_in_id: newId(), suggestions: ids }]);
    const [other] = await added();
    await accept([{ check_in_id: newId(), suggestions: [other], content: 'Mine', emoji: null }]);
    expect(await entries()).toMatchObject([
      { content: 'A\nB', source_name: '2 commits in acme/api', created_at: '2026-03-05T00:00:00.000Z' },
      { content: 'Mine' },
    ]);
  });

  it('accepts each once, however often and from however many windows', async () => {
    const [id] = await added();
    const item = { check_in_id: newId(), suggestions: [id] };
    const other = { check_in_id: newId(), suggestions: [id] };
    const results = await Promise.all([item, item, other, other].map((one) => accept([one])));
    const outcomes = results.map(({ json }) => json.outcomes[0]);
    expect(outcomes.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'accepted',
      'accepted',
      'settled',
      'settled',
    ]);
    expect(await entries()).toHaveLength(1);
    expect((await accept([item, other])).json.outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'accepted',
      'settled',
    ]);
    expect(await entries()).toHaveLength(1);
  });

  it('names each item that it cannot accept, and accepts the others', async () => {
    const [one, two, three] = await added(commit(), commit(), commit());
    const taken = (await ada.call<CheckIn>('POST /api/check_ins', { body: { content: 'Here' } })).json.id;
    const { json: result } = await accept([
      { check_in_id: taken, suggestions: [one] },
      { check_in_id: newId(), suggestions: [newId()] },
      { check_in_id: newId(), suggestions: [two], content: ' ' },
      { check_in_id: newId(), suggestions: [three] },
      { check_in_id: newId(), suggestions: [three, one] },
    ]);
    expect(result.outcomes).toEqual(['id_taken', 'not_found', 'content_required', 'accepted', 'settled']);
    expect((await list()).rows).toHaveLength(2);
  });

  it("does not reach another user's suggestion", async () => {
    const [id] = await added();
    const bo = await app.signUp();
    expect((await accept([{ check_in_id: newId(), suggestions: [id] }], bo)).json.outcomes).toEqual([
      'not_found',
    ]);
    const ids = { body: { ids: [id] } };
    expect((await bo.call<{ dismissed: number }>('POST /api/suggestions/dismiss', ids)).json.dismissed).toBe(
      0,
    );
    expect((await list()).rows).toHaveLength(1);
  });
});

describe('what was settled', () => {
  it('is never suggested again (R-O2)', async () => {
    const [one, two] = [commit(), commit()];
    const [first, second] = await added(one, two);
    await dismiss([first!]);
    expect((await dismiss([first!])).json.dismissed).toBe(1);
    await accept([{ check_in_id: newId(), suggestions: [second] }]);
    expect((await add([one, two])).json.known).toBe(2);
    await app.database.asOwner((db) =>
      db.query(`update suggestions set settled_at = now() - interval '2 hours'`),
    );
    await purgeSuggestions(app.database.jobs);
    expect((await add([one, two])).json.known).toBe(2);
    expect((await list()).rows).toEqual([]);
  });

  it('can be undone for an hour: the entry moves to the bin', async () => {
    const [one, two, three] = await added(commit(), commit(), commit());
    await accept([{ check_in_id: newId(), suggestions: [one, two] }]);
    await dismiss([three!]);
    expect((await restore([one!])).json.restored).toBe(2);
    expect((await restore([three!])).json.restored).toBe(1);
    expect((await restore([three!])).json.restored).toBe(1);
    expect((await list()).rows).toHaveLength(3);
    expect(await entries()).toEqual([]);
    expect((await accept([{ check_in_id: newId(), suggestions: [one] }])).json.outcomes).toEqual([
      'accepted',
    ]);
    expect((await restore([newId()])).json.code).toBe('nothing_to_undo');
  });

  it('of the browser is remembered by its hash', async () => {
    const local = commit();
    const hash = keyOf(local as Suggestion);
    const [waiting] = [commit()];
    await add([waiting]);
    const hashes = [hash, keyOf(waiting as Suggestion), '0'.repeat(64)];
    const known = async () =>
      (await ada.call<{ known: string[] }>('POST /api/suggestions/settled', { body: { hashes } })).json.known;
    expect(await known()).toEqual([hashes[1]]);
    await ada.call('POST /api/suggestions/settle', { body: { hashes: [hash] } });
    expect((await known()).toSorted()).toEqual(hashes.slice(0, 2).toSorted());
    expect((await add([local])).json.known).toBe(1);
    await ada.call('POST /api/suggestions/unsettle', { body: { hashes: [hash] } });
    expect((await add([local])).json.added).toBe(1);
  });

  it('ends after 90 days without a decision, and may then be suggested again', async () => {
    const one = commit();
    await add([one]);
    await app.database.asOwner((db) =>
      db.query(`update suggestions set created_at = now() - interval '91 days'`),
    );
    await purgeSuggestions(app.database.jobs);
    expect((await list()).rows).toEqual([]);
    expect((await add([one])).json.added).toBe(1);
  });
});
