import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach, writeEntry } from '#tests/support/files.ts';
import type { CheckIn, LogFile } from '../../contract.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
  ada = await app.signUp();
});
afterAll(() => app.close());

it('the response to a new entry is the entry as it is stored', async () => {
  const full = {
    id: newId().toUpperCase(),
    content: '  Shipped it \r\n\u0007 with Zoë 🎉 #Release  ',
    emoji: '🚀',
    created_at: '2025-03-04T05:06:07.1234Z',
    files: [{ id: randomUUID().toUpperCase(), name: 'a/"plan".pdf', size: 3 }],
  };
  for (const body of [full, { id: newId(), content: 'Only words' }]) {
    const { status, json } = await ada.call<CheckIn>('POST /api/check_ins', { body });
    expect(status).toBe(200);
    const stored = await ada.call<CheckIn>('GET /api/check_ins/:id', { params: { id: json.id } });
    expect(JSON.stringify(json)).toBe(JSON.stringify(stored.json));
  }
});

describe('the order of files', () => {
  const order = async (entry: string, caller = ada) => {
    const { json } = await caller.call<{ rows: LogFile[] }>('GET /api/log_files', {
      query: { check_in_id: entry },
    });
    return json.rows.map((row) => row.file_name);
  };
  const announced = (...names: string[]) =>
    names.map((name) => ({ id: randomUUID(), name: `${name}.txt`, size: 1 }));

  it('is the announced order, whichever file is uploaded first', async () => {
    const files = announced('c', 'a', 'd', 'b');
    const entry = await writeEntry(ada, files);
    for (const { id, name } of [files[3]!, files[1]!, files[0]!, files[2]!])
      await attach(ada, { entry: entry.id, id, name, content: name });
    expect(await order(entry.id)).toEqual(['c.txt', 'a.txt', 'd.txt', 'b.txt']);
  });

  it('puts files that an edit adds last, even if an earlier announced file is uploaded later', async () => {
    const files = announced('b', 'a');
    const entry = await writeEntry(ada, files);
    await attach(ada, { entry: entry.id, id: files[0]!.id, name: 'b.txt', content: 'b' });
    const more = announced('z', 'y');
    const body = { files: more, edited_at: null };
    const { json } = await ada.call<CheckIn>('PATCH /api/check_ins/:id', { params: { id: entry.id }, body });
    expect(json.missing_files.map(({ name }) => name)).toEqual(['a.txt', 'z.txt', 'y.txt']);
    for (const { id, name } of [more[1]!, more[0]!, files[1]!])
      await attach(ada, { entry: entry.id, id, name, content: name });
    await attach(ada, { entry: entry.id, name: 'last.txt', content: 'never announced' });
    expect(await order(entry.id)).toEqual(['b.txt', 'a.txt', 'z.txt', 'y.txt', 'last.txt']);
  });

  it("is kept in the import of a guest's entry, for stored and missing files (R-I1)", async () => {
    const bob = await app.signUp('Bob');
    const id = newId();
    const [missing] = announced('second');
    const entry = {
      ...{ id, kind: 'entry', content: 'From a guest', emoji: null, edited_at: null, deleted_at: null },
      files: [{ ...missing, position: 1 }],
    };
    const body = { user_id: bob.userId, check_ins: [entry], goals: [] };
    expect((await bob.call('POST /api/guest_import', { body })).status).toBe(200);
    await attach(bob, { entry: id, name: 'third.txt', content: '3', position: 2 });
    await attach(bob, { entry: id, name: 'first.txt', content: '1', position: 0 });
    await attach(bob, { entry: id, id: missing!.id, name: 'second.txt', content: '2' });
    expect(await order(id, bob)).toEqual(['first.txt', 'second.txt', 'third.txt']);
  });
});
