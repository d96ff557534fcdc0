// The stored tag counts always match the entries (R-B3).
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import type { CheckIn } from '../contract.ts';
import { countTags, type TagCount } from '../tag-rules.ts';
import { purgeCheckIns } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function tagsOf(caller: Caller): Promise<TagCount[]> {
  const { status, json } = await caller.call<{ rows: TagCount[] }>('GET /api/check_ins/tags');
  expect(status).toBe(200);
  return json.rows;
}

/** The expected tag counts: those of the entries on the timeline, counted by the rules that the browser uses. */
async function expectedTags(caller: Caller): Promise<TagCount[]> {
  const rows = await queryAsOwner<{ content: string }>(
    'select content from check_ins where user_id = $1 and deleted_at is null',
    [caller.userId],
  );
  return countTags(rows.map(({ content }) => content));
}

function queryAsOwner<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
  return app.database.asOwner(async (db) => (await db.query<Row>(text, values)).rows);
}

async function write(caller: Caller, content: string, id = newId()): Promise<CheckIn> {
  const { status, json } = await caller.call<CheckIn>('POST /api/check_ins', { body: { id, content } });
  expect(status).toBe(200);
  return json;
}

const imported = (content: string, more: object = {}) => ({
  ...{ id: newId(), kind: 'entry', content, emoji: null, files: [] },
  ...{ edited_at: null, deleted_at: null },
  ...more,
});

const pendingChanges = (caller: Caller) =>
  queryAsOwner('select tag from tag_changes where user_id = $1', [caller.userId]);
const mergeChanges = (caller: Caller) => queryAsOwner('select app.add_up_tags($1)', [caller.userId]);

/** Runs `work` while an open transaction locks the user's counts. */
async function whileLocked(caller: Caller, work: () => Promise<unknown>): Promise<void> {
  await app.database.asOwner(async (db) => {
    await db.query('begin');
    await db.query('select app.add_up_tags($1)', [caller.userId]);
    await work();
    await db.query('commit');
  });
}

describe('tag counts', () => {
  it('change with writes, edits, deletes, restores and imports', async () => {
    const ada = await app.signUp();
    const one = await write(ada, 'first #Work #work #home');
    await write(ada, 'second #work');
    const params = { id: one.id };
    expect(await tagsOf(ada)).toEqual([
      { tag: 'work', count: 2 },
      { tag: 'home', count: 1 },
    ]);
    await ada.call('PATCH /api/check_ins/:id', {
      params,
      body: { content: 'now #garden #work', edited_at: null },
    });
    expect(await tagsOf(ada)).toEqual([
      { tag: 'work', count: 2 },
      { tag: 'garden', count: 1 },
    ]);
    await ada.call('DELETE /api/check_ins/:id', { params });
    await ada.call('DELETE /api/check_ins/:id', { params });
    expect(await tagsOf(ada)).toEqual([{ tag: 'work', count: 1 }]);
    await ada.call('POST /api/check_ins/:id/restore', { params });
    const check_ins = [
      imported('#garden #new'),
      imported('#garden in the bin', { deleted_at: new Date().toISOString() }),
    ];
    const body = { user_id: ada.userId, check_ins, goals: [] };
    for (const _repeat of [1, 2]) {
      const { status, text } = await ada.call('POST /api/guest_import', { body });
      expect([status, text]).toEqual([200, expect.any(String)]);
    }
    expect(await tagsOf(ada)).toEqual([
      { tag: 'garden', count: 2 },
      { tag: 'work', count: 2 },
      { tag: 'new', count: 1 },
    ]);
  });

  it('are exact before, during and after pending changes are merged, and the merge blocks no request', async () => {
    const ada = await app.signUp();
    await Promise.all(['#a #b', '#a', '#c'].map((content) => write(ada, content)));
    await whileLocked(ada, async () => {
      const { id } = await write(ada, '#b #d');
      await write(ada, '#b #b');
      await ada.call('DELETE /api/check_ins/:id', { params: { id } });
      await mergeChanges(ada);
      expect((await pendingChanges(ada)).length).toBeGreaterThan(0);
      expect(await tagsOf(ada)).toEqual([
        { tag: 'a', count: 2 },
        { tag: 'b', count: 2 },
        { tag: 'c', count: 1 },
      ]);
    });
    await mergeChanges(ada);
    expect(await pendingChanges(ada)).toEqual([]);
    expect(
      await queryAsOwner('select tag, entries from tag_counts where user_id = $1 order by tag', [ada.userId]),
    ).toEqual([
      { tag: 'a', entries: 2 },
      { tag: 'b', entries: 2 },
      { tag: 'c', entries: 1 },
    ]);
    expect(await tagsOf(ada)).toEqual(await expectedTags(ada));
  });

  it('are merged while entries are written, so that few pending changes remain', async () => {
    const ada = await app.signUp();
    const written = 600;
    for (let at = 0; at < written; at += 50)
      await Promise.all(Array.from({ length: 50 }, () => write(ada, '#often')));
    expect(await tagsOf(ada)).toEqual([{ tag: 'often', count: written }]);
    expect((await pendingChanges(ada)).length).toBeLessThan(written);
  });

  it('list the hundred most used tags, even if pending changes remove some of them', async () => {
    const ada = await app.signUp();
    const names = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `#t${String(from + index).padStart(3, '0')}`).join(' ');
    const top = await write(ada, names(0, 100));
    for (const [from, to] of [
      [0, 100],
      [100, 180],
    ] as const)
      await write(ada, names(from, to));
    await whileLocked(ada, async () => {
      await ada.call('DELETE /api/check_ins/:id', { params: { id: top.id } });
      await write(ada, names(150, 200));
      expect(await tagsOf(ada)).toEqual(await expectedTags(ada));
    });
  });

  it('match the entries after any concurrent changes', async () => {
    const people = await Promise.all([app.signUp(), app.signUp()]);
    const content = fc
      .uniqueArray(fc.constantFrom('#one', '#two', '#three', '#four', '#Größe', '# five', 'six'), {
        maxLength: 5,
      })
      .map((words) => ['Text', ...words].join(' '));
    type Change = { user: number; action: string; index: number; content: string };
    const change: fc.Arbitrary<Change> = fc.record({
      user: fc.nat(1),
      action: fc.constantFrom('write', 'write', 'edit', 'delete', 'restore', 'import'),
      index: fc.nat(30),
      content,
    });
    const apply = async (entries: string[][], { user, action, index, content: text }: Change) => {
      const person = people[user]!;
      const id = entries[user]!.at(index % entries[user]!.length);
      if (action === 'write')
        return person.call('POST /api/check_ins', { body: { id: newId(), content: text } });
      if (action === 'import') {
        const check_ins = [imported(text), imported(text)];
        const body = { user_id: person.userId, check_ins, goals: [] };
        return person.call('POST /api/guest_import', { body });
      }
      const params = { id: id! };
      if (action === 'delete') return person.call('DELETE /api/check_ins/:id', { params });
      if (action === 'restore') return person.call('POST /api/check_ins/:id/restore', { params });
      return person.call('PATCH /api/check_ins/:id', { params, body: { content: text, edited_at: null } });
    };
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 20, maxLength: 60 }), async (changes) => {
        const entries = await Promise.all(
          people.map(async (person) => [
            (await write(person, '#one #two')).id,
            (await write(person, '#one')).id,
          ]),
        );
        const answers = await Promise.all(changes.map((item) => apply(entries, item)));
        expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
        for (const person of people) expect(await tagsOf(person)).toEqual(await expectedTags(person));
      }),
      { numRuns: 10 },
    );
  });

  it('do not change when the bin is purged, and are deleted with the account', async () => {
    const ada = await app.signUp();
    const { id } = await write(ada, '#kept');
    await write(ada, '#kept #too');
    await ada.call('DELETE /api/check_ins/:id', { params: { id } });
    await queryAsOwner(`update check_ins set deleted_at = '2020-01-01' where id = $1`, [id]);
    await purgeCheckIns(app.database.jobs);
    expect(await queryAsOwner('select from check_ins where id = $1', [id])).toEqual([]);
    expect(await tagsOf(ada)).toEqual([
      { tag: 'kept', count: 1 },
      { tag: 'too', count: 1 },
    ]);
    await whileLocked(ada, () => write(ada, '#waits'));
    await queryAsOwner('delete from users where id = $1', [ada.userId]);
    for (const table of ['tag_counts', 'tag_changes'])
      expect(await queryAsOwner(`select from ${table} where user_id = $1`, [ada.userId])).toEqual([]);
  });
});
