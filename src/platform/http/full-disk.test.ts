import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { newId } from '../clock/id.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const asOwner = (sql: string) => app.database.asOwner((owner) => owner.query(sql));

test('a write on a full disk is refused with 507 and succeeds once there is space', async () => {
  const person = await app.signUp();
  const entries = Array.from({ length: 8 }, () => ({ id: newId(), content: 'Written', emoji: null }));
  const saveAll = () => Promise.all(entries.map((body) => person.call('POST /api/check_ins', { body })));
  await asOwner(`create function public.no_room() returns trigger language plpgsql as
    $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$`);
  await asOwner('create trigger no_room before insert on check_ins execute function public.no_room()');
  for (const { status, json } of await saveAll())
    expect([status, json]).toEqual([
      507,
      expect.objectContaining({ code: 'disk_full', title: expect.stringContaining('The disk') }),
    ]);
  await asOwner('drop trigger no_room on check_ins');
  expect((await saveAll()).map(({ status }) => status)).toEqual(entries.map(() => 200));
});

test('an unreachable database is reported as 507 on a full disk, otherwise as 503', async () => {
  const person = await app.signUp();
  const hasRoom = vi.spyOn(app.database, 'hasRoom');
  const connect = vi.spyOn(app.database.app as { connect(): Promise<unknown> }, 'connect');
  for (const [room, status, code] of [
    [false, 507, 'disk_full'],
    [true, 503, 'unavailable'],
  ] as const) {
    hasRoom.mockResolvedValueOnce(room);
    connect.mockRejectedValueOnce(new Error('Connection terminated unexpectedly'));
    const answer = await person.call('POST /api/check_ins', {
      body: { id: newId(), content: 'Written', emoji: null },
    });
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code })]);
  }
  connect.mockRestore();
  hasRoom.mockRestore();
});
