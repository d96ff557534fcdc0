// The search in PostgreSQL, for signed-in users, matches the search in `search-rules.ts`, for guests.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { emojis, limits } from '../../constants.ts';
import type { CheckIn } from '../../contract.ts';
import { matcher, searchText, type Search } from '../../search-rules.ts';
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

describe('the search text', () => {
  const imported = (content: string, id = newId(), edited_at: string | null = null) => ({
    ...{ id, kind: 'entry', content, emoji: null, files: [], edited_at, deleted_at: null },
    created_at: '2026-01-01T12:00:00Z',
  });

  it('is stored by each operation that writes content', async () => {
    const ada = await app.signUp();
    const importEntry = async (entry: object) => {
      const body = { user_id: ada.userId, check_ins: [entry], goals: [] };
      expect((await ada.call('POST /api/guest_import', { body })).status).toBe(200);
    };
    await write(ada, 'Größe #Über');
    const { id } = await write(ada, 'Before #One');
    const body = { content: 'After #Two', edited_at: null };
    await ada.call('PATCH /api/check_ins/:id', { params: { id }, body });
    const other = newId();
    await importEntry(imported('Imported #Three', other));
    await importEntry(imported('Imported again #Four', other, '2026-01-02T12:00:00Z'));
    await importEntry(imported('週報 #Five'));
    const goal = newId();
    await ada.call('POST /api/goals', { body: { id: goal, text: 'Ship it #Six' } });
    await ada.call('POST /api/goals/:id/complete', { params: { id: goal }, body: { check_in_id: newId() } });

    const { rows } = await owner.query<{ content: string; search_text: string }>(
      'select content, search_text from check_ins where user_id = $1',
      [ada.userId],
    );
    const contents = ['After #Two', 'Größe #Über', 'Imported again #Four', 'Ship it #Six', '週報 #Five'];
    expect(rows.map(({ content }) => content).toSorted()).toEqual(contents);
    expect(rows).toEqual(rows.map(({ content }) => ({ content, search_text: searchText(content) })));
  });

  it('is required with new content, even if it stays the same', async () => {
    const ada = await app.signUp();
    const { id, content } = await write(ada, 'Hello');
    await owner.query('update check_ins set content = content where id = $1', [id]);
    await owner.query('update check_ins set content = $2, search_text = $3 where id = $1', [
      id,
      'hello',
      searchText(content),
    ]);
    const forgotten = owner.query(`update check_ins set content = 'Hello' where id = $1`, [id]);
    await expect(forgotten).rejects.toThrow('check_ins.content changes only together with search_text.');
    const missing = owner.query(
      `insert into check_ins (id, user_id, content) values (gen_random_uuid(), $1, 'Hello')`,
      [ada.userId],
    );
    await expect(missing).rejects.toMatchObject({ code: '23502', column: 'search_text' });
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
    await owner.query(
      `update check_ins set kind = 'goal', shared_with_manager = true, manager_email = 'boss@example.com' where id = $1`,
      [rows.first.id],
    );
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
      `insert into check_ins (id, user_id, content, search_text, created_at)
       select gen_random_uuid(), $1, w.content, w.folded, now() - (n / 5) * interval '1 hour'
       from generate_series(1, $2::int) n, unnest($3::text[], $4::text[]) with ordinality as w (content, folded, at)
       where n % 2 = at - 1`,
      [ada.userId, many * 2, ['even', 'odd'], ['even', 'odd'].map(searchText)],
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
