// Managers are notified of what changes for them within a second, and of nothing else.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Goal } from '#features/goals/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { listen, withinOneSecond, type Listening } from '#tests/access/socket.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach } from '#tests/support/files.ts';
import { connect, disconnect, ownAddress, share, subscribe } from '#tests/support/members.ts';
import { forgetMailLimits, shareEntry, stopSharing } from '#tests/support/sharing.ts';

let app: TestApp;
let manager: Caller;
let member: Caller;
let socket: Listening;
let url: string;
beforeAll(async () => {
  app = await startApp();
  manager = await app.signUp('Dana Manager');
  member = await app.signUp('Ada Member');
  await subscribe(app, manager);
  url = (await app.server.listen({ port: 0, host: '127.0.0.1' })).replace(/^http/, 'ws');
});
afterAll(() => app.close());

beforeEach(async () => {
  await forgetMailLimits(app);
  await connect(app, { manager, member });
  const cookie = Object.entries(manager.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  socket = listen(`${url}/api/live`, { cookie, origin: app.config.appUrl });
  await socket.settled;
  // What was changed before the socket opened may be announced after it.
  await teamEvents();
});
afterEach(() => socket.close());

/** How many events of the team the manager has received. Events arrive in order, so a later one ends the count. */
async function teamEvents(): Promise<number> {
  const mark = newId();
  await app.database.asOwner((db) =>
    db.query(`select pg_notify('logbook_live', 'goals ' || $1::text || ' ' || $2::text || ' 1')`, [
      manager.userId,
      mark,
    ]),
  );
  await expect.poll(() => socket.events.some(({ id }) => id === mark), withinOneSecond).toBe(true);
  const found = socket.events.filter(({ kind }) => kind === 'team');
  expect(new Set(found.map(({ id }) => id)).size).toBeLessThan(2);
  socket.events.length = 0;
  return found.length;
}

const edit = (id: string, content: string) =>
  member.call('PATCH /api/check_ins/:id', { params: { id }, body: { content, edited_at: null } });

it('a manager is notified of shared entries: new, edited, with files, deleted, restored, no longer shared', async () => {
  const { id } = await share(app, member, { with: manager.email });
  expect(await teamEvents()).toBe(1);
  await edit(id, 'Edited');
  expect(await teamEvents()).toBe(1);
  await attach(member, { entry: id, content: 'Numbers' });
  expect(await teamEvents()).toBe(1);
  await member.call('DELETE /api/check_ins/:id', { params: { id } });
  expect(await teamEvents()).toBe(1);
  await member.call('POST /api/check_ins/:id/restore', { params: { id } });
  expect(await teamEvents()).toBe(1);
  await shareEntry(member, id, 'another@example.net');
  expect(await teamEvents()).toBe(1);
  await shareEntry(member, id, manager.email);
  expect(await teamEvents()).toBe(1);
  await stopSharing(member, id);
  expect(await teamEvents()).toBe(1);
});

it('a manager is notified of goals, and of the name of a member', async () => {
  const { json } = await member.call<Goal>('POST /api/goals', { body: { id: newId(), text: 'A goal' } });
  expect(await teamEvents()).toBe(1);
  await member.call('DELETE /api/goals/:id', { params: { id: json.id } });
  expect(await teamEvents()).toBe(1);
  await member.call('PATCH /api/profiles', { body: { full_name: 'Ada Renamed' } });
  expect(await teamEvents()).toBe(1);
});

it('a manager is not notified of private entries, entries shared with others, or invisible parts of an entry', async () => {
  const { json } = await member.call<{ id: string }>('POST /api/check_ins', {
    body: { id: newId(), content: 'Mine' },
  });
  await edit(json.id, 'Still mine');
  const other = await share(app, member, { with: 'another@example.net' });
  await edit(other.id, 'For another');
  await member.call('PATCH /api/profiles', { body: { phone_number: '+43 1' } });
  expect(await teamEvents()).toBe(0);
  const { id } = await share(app, member, { with: manager.email });
  expect(await teamEvents()).toBe(1);
  await app.database.asOwner((db) =>
    db.query(`update check_ins set manager_email_state = 'waiting' where id = $1`, [id]),
  );
  expect(await teamEvents()).toBe(0);
});

it('a manager is notified when the access, the plan or an address ends, and of nothing after that', async () => {
  const { id } = await share(app, member, { with: manager.email });
  expect(await teamEvents()).toBe(1);
  await subscribe(app, manager, '2026-01-01T00:00:00Z');
  expect(await teamEvents()).toBe(1);
  await edit(id, 'Lapsed');
  await member.call('POST /api/goals', { body: { id: newId(), text: 'Lapsed' } });
  expect(await teamEvents()).toBe(0);
  await subscribe(app, manager);
  expect(await teamEvents()).toBe(1);
  await ownAddress(app, manager, 'dana@work.example');
  await ownAddress(app, manager, 'dana@work.example', false);
  expect(await teamEvents()).toBe(1);
  await disconnect(app, manager, member);
  expect(await teamEvents()).toBe(1);
  await edit(id, 'Removed');
  await member.call('POST /api/goals', { body: { id: newId(), text: 'Removed' } });
  await member.call('PATCH /api/profiles', { body: { full_name: 'Ada Member' } });
  expect(await teamEvents()).toBe(0);
});

it('a new period brings no notifications of earlier entries', async () => {
  const { id } = await share(app, member, { with: manager.email });
  await disconnect(app, manager, member);
  await connect(app, { manager, member });
  await teamEvents();
  await edit(id, 'Of the earlier window');
  expect(await teamEvents()).toBe(0);
});
