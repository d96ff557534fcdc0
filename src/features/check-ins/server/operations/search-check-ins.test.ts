// The search in PostgreSQL, for signed-in users, matches the search in `search-rules.ts`, for guests.
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '../../../../../tests/support/app.ts';
import type { Caller } from '../../../../../tests/support/caller.ts';
import { emojis, limits, type CheckIn } from '../../contract.ts';
import { fold, matcher, searchText, type Search } from '../../search-rules.ts';
import type { TagCount } from '../../tag-rules.ts';

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await startApp();
  const { host, port } = inject('postgres');
  const database = new URL(app.config.databaseUrl!).pathname.slice(1);
  owner = new pg.Client({ host, port, user: 'postgres', database });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

type Page = { rows: CheckIn[]; next: string | null; count: number | null };
type Tags = { rows: TagCount[]; goals: boolean; shared: boolean };

async function write(caller: Caller, content: string, more: object = {}): Promise<CheckIn> {
  const body = { id: newId(), content, ...more };
  const { status, json } = await caller.call<CheckIn>('POST /api/check_ins', { body });
  expect(status).toBe(200);
  return json;
}

async function search(caller: Caller, query: Search & { limit?: number; before?: string }): Promise<Page> {
  const { status, json } = await caller.call<Page>('GET /api/check_ins/search', { query });
  expect({ query, status }).toEqual({ query, status: 200 });
  return json;
}

/** Excludes recent Unicode additions, which only one of PostgreSQL and JavaScript may know. */
const stableLetters = /^[\u0001-\u3200\u4e00-\u4fff\uac00-\uacff\uff00-\uffef\u{1f000}-\u{1faff}]$/u;

describe('the search text', () => {
  const alphabet = fc.oneof(
    fc.constantFrom(
      ' ',
      '\n',
      '\t',
      '#',
      '_',
      '-',
      '&',
      '/',
      '.',
      ':',
      '!',
      '(',
      ')',
      '"',
      "'",
      'ß',
      'ς',
      'Σ',
      'İ',
      'ø',
      'é',
      'e\u0301',
      '’',
      '\u200b',
      '🚀',
      '週',
      'ก',
    ),
    fc.constantFrom(
      'http://',
      'https://x.y/',
      '#tag',
      '#Über-uns',
      'a',
      'B',
      '1',
      '\u00a0',
      'ﬁ',
      'ｱ',
      '한',
      'ё',
      'й',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((letter) => stableLetters.test(letter)),
  );
  const content = fc.array(alphabet, { maxLength: 40 }).map((parts) => parts.join('').replaceAll('\0', ''));

  it('is the same in the database and in the browser for any content', async () => {
    const samples = fc.sample(content, 4000).filter((text) => text.isWellFormed());
    const { rows } = await owner.query<{ made: string }>(
      `select rtrim(app.fold(content)) || app.tags_in(content) || ' ' as made
       from unnest($1::text[]) with ordinality as given (content, n) order by n`,
      [samples],
    );
    const differing = samples.filter((text, index) => searchText(text) !== rows[index]!.made);
    expect(differing.map((text) => ({ text, page: searchText(text) }))).toEqual([]);
  });

  it('folds every character below U+3100 as the database does', async () => {
    const { rows } = await owner.query<{ letter: string; folded: string }>(
      `select chr(n) as letter, app.fold(chr(n)) as folded from generate_series(1, x'3100'::int) n`,
    );
    expect(rows.filter(({ letter, folded }) => fold(letter) !== folded)).toEqual([]);
  });
});

describe('the other search filters', () => {
  it('are dates, emoji, kind, files and sharing, and combine with AND', async () => {
    const ada = await app.signUp();
    const rows = {
      old: await write(ada, 'old', { created_at: '2024-01-31T23:00:00Z', emoji: '🚀' }),
      first: await write(ada, 'first', { created_at: '2024-02-01T00:00:00Z', emoji: emojis[2] }),
      last: await write(ada, 'last', { created_at: '2024-02-29T23:59:59.999Z', emoji: '🚀' }),
      next: await write(ada, 'next', { created_at: '2024-03-01T00:00:00Z' }),
    };
    await owner.query(`update check_ins set kind = 'goal', shared_with_manager = true where id = $1`, [
      rows.first.id,
    ]);
    await owner.query(`update check_ins set file_count = 2 where id = $1`, [rows.last.id]);
    const february = { from: '2024-02-01T00:00:00Z', to: '2024-03-01T00:00:00Z' };
    const all = (await search(ada, {})).rows;
    const cases: [Search, string[]][] = [
      [february, ['last', 'first']],
      [{ from: february.to }, ['next']],
      [{ emoji: '🚀' }, ['last', 'old']],
      [{ emoji: '🚀', ...february }, ['last']],
      [{ files: '1' }, ['last']],
      [{ kind: 'goal' }, ['first']],
      [{ shared: '1' }, ['first']],
      [{ shared: '1', files: '1' }, []],
      [{ q: 'last', files: '1', emoji: '🚀', ...february }, ['last']],
    ];
    const contentsOf = (found: CheckIn[]) => found.map(({ content }) => content);
    for (const [query, contents] of cases) {
      const found = contentsOf((await search(ada, query)).rows);
      const matched = contentsOf(all.filter(matcher(query)));
      expect({ query, found, matched }).toEqual({ query, found: contents, matched: contents });
    }
    expect((await ada.call<Tags>('GET /api/check_ins/tags')).json).toEqual({
      rows: [],
      goals: true,
      shared: true,
    });
  });

  it('match the edited content, and exclude entries in the bin', async () => {
    const ada = await app.signUp();
    const row = await write(ada, 'before #one');
    const params = { id: row.id };
    await ada.call('PATCH /api/check_ins/:id', { params, body: { content: 'after #two', edited_at: null } });
    expect((await search(ada, { q: 'before' })).count).toBe(0);
    expect((await search(ada, { q: 'after', tag: 'two' })).count).toBe(1);
    await ada.call('DELETE /api/check_ins/:id', { params });
    expect((await search(ada, { q: 'after' })).count).toBe(0);
  });
});

describe('the pages of a search', () => {
  it('are complete, sorted like the timeline, and counted up to a thousand', async () => {
    const ada = await app.signUp();
    const many = limits.counted + 5;
    await owner.query(
      `insert into check_ins (id, user_id, content, created_at)
       select gen_random_uuid(), $1, case when n % 2 = 0 then 'even' else 'odd' end, now() - (n / 5) * interval '1 hour'
       from generate_series(1, $2::int) n`,
      [ada.userId, many * 2],
    );
    const first = await search(ada, { q: 'even', limit: 100 });
    expect(first.count).toBe(limits.counted + 1);
    const seen = [...first.rows];
    for (let { next } = first; next !== null;) {
      const page = await search(ada, { q: 'even', limit: 100, before: next });
      expect(page.count).toBeNull();
      seen.push(...page.rows);
      ({ next } = page);
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(many);
    const keys = seen.map(({ created_at, id }) => `${created_at} ${id}`);
    expect(keys).toEqual(keys.toSorted().toReversed());
  });

  it.each([
    ['a query that is too long', { q: 'x'.repeat(limits.query + 1) }],
    ['a tag that is too long', { tag: 'x'.repeat(limits.query + 1) }],
    ['a day instead of an instant', { from: '2024-02-01' }],
    ['an emoji that is not in the picker', { emoji: '🦄' }],
    ['an unknown kind', { kind: 'dream' }],
    ['a flag other than 1', { files: '0' }],
    ['a malformed cursor', { before: 'yesterday' }],
    ['a page size above the maximum', { limit: limits.pageMax + 1 }],
    ['an unknown filter', { mood: 'good' }],
  ])('refuses %s', async (_, query) => {
    const ada = await app.signUp();
    const { status, json } = await ada.call<{ code: string }>('GET /api/check_ins/search', { query });
    expect([status, json.code]).toEqual([400, 'invalid_input']);
  });
});
