// What a manager sees of a member (R-E3), with the access start at its boundary.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Goal } from '#features/goals/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach } from '#tests/support/files.ts';
import {
  connect,
  entriesOf,
  listOf,
  openMember,
  ownAddress,
  setInstant,
  share,
  subscribe,
  teamOf,
  type EntryPage,
  type GoalPage,
  type ShoutoutPage,
} from '#tests/support/members.ts';
import { forgetMailLimits, shareEntry, stopSharing } from '#tests/support/sharing.ts';

let app: TestApp;
let manager: Caller;
let member: Caller;
let other: Caller;
beforeAll(async () => {
  app = await startApp();
  manager = await app.signUp('Dana Manager');
  member = await app.signUp('Ada Member');
  other = await app.signUp('Olga Other');
  await subscribe(app, manager);
});
afterAll(() => app.close());

const start = '2026-11-01T10:00:00.000Z';
const [before, after] = ['2026-11-01T09:59:59.999Z', '2026-11-01T10:00:00.001Z'];

beforeEach(async () => {
  await forgetMailLimits(app);
  await app.database.asOwner((db) =>
    db.query('delete from check_ins; delete from goals; delete from shoutouts'),
  );
  await connect(app, { manager, member, acceptedAt: start });
});

const entry = (recordedAt?: string, more: { body?: object; content?: string } = {}) =>
  share(app, member, { with: manager.email, ...(recordedAt && { recordedAt }), ...more });

async function goal(createdAt: string, body: object = {}) {
  const { json } = await member.call<Goal>('POST /api/goals', {
    body: { id: newId(), text: 'Aim', ...body },
  });
  await setInstant(app, 'goals.created_at', json.id, createdAt);
  return json.id;
}

async function shoutout(createdAt: string, to: Caller | string = manager) {
  const id = newId();
  const recipient_email = typeof to === 'string' ? to : to.email;
  const { status } = await member.call('POST /api/shoutouts', {
    body: { id, recipient_email, message: 'Thanks' },
  });
  expect(status).toBe(200);
  await setInstant(app, 'shoutouts.created_at', id, createdAt);
  return id;
}

describe('entries', () => {
  it('are visible if they were recorded at the access start or later, to the millisecond, in lists and counts', async () => {
    await entry(before);
    const [first, second] = [await entry(start), await entry(after)];
    const { json } = await openMember(manager, member);
    expect(json.entries.rows.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(json.counts).toEqual({ entries: 2, goals: 0, shoutouts: 0 });
    const page = await listOf<EntryPage>(manager, member, 'check_ins');
    expect(page.json).toEqual(json.entries);
    const team = await teamOf(manager);
    expect(team.shared_entries).toBe(2);
    expect(team.members[0]).toMatchObject({ last_entry_at: after });
  });

  it('with an earlier date are visible if they were recorded later, and the other way around (R-B1)', async () => {
    const dated = await entry(after, { body: { created_at: '2020-01-01T00:00:00Z' } });
    await entry(before);
    const { json } = await openMember(manager, member);
    expect(json.entries.rows).toMatchObject([{ id: dated.id, created_at: '2020-01-01T00:00:00.000Z' }]);
  });

  it('that were recorded before stay hidden if they are shared or edited later', async () => {
    const { json: earlier } = await member.call<{ id: string }>('POST /api/check_ins', {
      body: { id: newId(), content: 'Before' },
    });
    await setInstant(app, 'check_ins.recorded_at', earlier.id, before);
    await shareEntry(member, earlier.id, manager.email);
    await member.call('PATCH /api/check_ins/:id', {
      params: { id: earlier.id },
      body: { content: 'Edited', edited_at: null },
    });
    expect(await entriesOf(manager, member)).toEqual([]);
    expect((await teamOf(manager)).shared_entries).toBe(0);
  });

  it('of an import are visible only once they are shared', async () => {
    const id = newId();
    const imported = {
      id,
      kind: 'entry',
      content: 'As a guest',
      emoji: null,
      edited_at: null,
      deleted_at: null,
      files: [],
    };
    const { status } = await member.call('POST /api/guest_import', {
      body: {
        user_id: member.userId,
        check_ins: [{ ...imported, created_at: '2026-01-01T00:00:00.000Z' }],
        goals: [],
      },
    });
    expect(status).toBe(200);
    expect(await entriesOf(manager, member)).toEqual([]);
    await shareEntry(member, id, manager.email);
    expect(await entriesOf(manager, member)).toEqual([id]);
  });

  it('that are private, or shared with another address, are invisible', async () => {
    await member.call('POST /api/check_ins', { body: { id: newId(), content: 'Mine' } });
    await share(app, member, { with: other.email });
    const { json } = await openMember(manager, member);
    expect([json.entries.rows, json.counts.entries]).toEqual([[], 0]);
    const { json: elsewhere, status } = await openMember(other, member);
    expect([status, (elsewhere as { code?: string }).code]).toEqual([404, 'not_found']);
  });

  it('follow what their author does: sharing with another address, stopping, deleting, restoring', async () => {
    const { id } = await entry();
    expect(await entriesOf(manager, member)).toEqual([id]);
    await shareEntry(member, id, other.email);
    expect(await entriesOf(manager, member)).toEqual([]);
    await shareEntry(member, id, manager.email);
    expect(await entriesOf(manager, member)).toEqual([id]);
    await member.call('DELETE /api/check_ins/:id', { params: { id } });
    expect(await entriesOf(manager, member)).toEqual([]);
    expect((await teamOf(manager)).members[0]).toMatchObject({ last_entry_at: null });
    await member.call('POST /api/check_ins/:id/restore', { params: { id } });
    expect(await entriesOf(manager, member)).toEqual([id]);
    await stopSharing(member, id);
    expect(await entriesOf(manager, member)).toEqual([]);
    expect((await teamOf(manager)).shared_entries).toBe(0);
  });

  it('are visible through a verified extra address, and no longer once the manager loses it', async () => {
    const address = 'dana@work.example';
    const { id } = await share(app, member, { with: address });
    const [direct] = [(await entry()).id];
    await ownAddress(app, manager, address, false);
    expect(await entriesOf(manager, member)).toEqual([direct]);
    await ownAddress(app, manager, address);
    expect(await entriesOf(manager, member)).toEqual([direct, id]);
    expect((await teamOf(manager)).shared_entries).toBe(2);
    await app.database.asOwner((db) => db.query('delete from user_emails where email = $1', [address]));
    expect(await entriesOf(manager, member)).toEqual([direct]);
  });

  it('show only what the manager may know, with their files in order', async () => {
    const { id } = await entry(undefined, {
      content: 'With #files',
      body: { emoji: '🎯', teammate: { id: newId(), email: 'peer@example.net', message: 'Thanks' } },
    });
    for (const [position, name] of ['second.txt', 'first.txt'].entries())
      await attach(member, { entry: id, name, content: name, position: 1 - position });
    const { json, text } = await openMember(manager, member);
    expect(Object.keys(json.entries.rows[0]!).sort()).toEqual(
      ['content', 'created_at', 'edited_at', 'emoji', 'files', 'id', 'kind', 'recorded_at'].sort(),
    );
    expect(json.entries.rows[0]!.files.map((file) => file.file_name)).toEqual(['first.txt', 'second.txt']);
    expect(text).not.toContain('peer@example.net');
  });

  it('are listed in pages, newest first, without gaps or repeats', async () => {
    const ids: string[] = [];
    for (let day = 1; day <= 5; day++)
      ids.unshift((await entry(undefined, { body: { created_at: `2026-11-0${day}T08:00:00Z` } })).id);
    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const query = { limit: 2, ...(next && { before: next }) };
      const { json } = await listOf<EntryPage>(manager, member, 'check_ins', query);
      seen.push(...json.rows.map(({ id }) => id));
      next = json.next;
    } while (next);
    expect(seen).toEqual(ids);
  });
});

describe('goals', () => {
  it('are visible if they were created at the access start or later: open ones in order, then completed ones', async () => {
    await goal(before);
    const [first, second, third, fourth] = [
      await goal(start),
      await goal(after),
      await goal(after),
      await goal(after),
    ];
    const deleted = await goal(after);
    await member.call('DELETE /api/goals/:id', { params: { id: deleted } });
    for (const id of [first, third])
      await member.call('POST /api/goals/:id/complete', { params: { id }, body: { check_in_id: newId() } });
    const whole = await listOf<GoalPage>(manager, member, 'goals');
    expect(whole.json.rows.map(({ id }) => id)).toEqual([second, fourth, third, first]);
    expect((await openMember(manager, member)).json.counts.goals).toBe(4);
    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const { json } = await listOf<GoalPage>(manager, member, 'goals', {
        limit: 1,
        ...(next && { before: next }),
      });
      seen.push(...json.rows.map(({ id }) => id));
      next = json.next;
    } while (next);
    expect(seen).toEqual([second, fourth, third, first]);
  });

  it('that are due are counted on the card', async () => {
    const week = { cadence: 'weekly', period_start: '2026-01-05' };
    await goal(after, week);
    await goal(before, week);
    await goal(after);
    expect((await teamOf(manager)).members[0]).toMatchObject({ goals_due: 1 });
  });
});

describe('shoutouts', () => {
  it('are visible if they were sent to a verified address of the manager at the access start or later', async () => {
    await ownAddress(app, manager, 'dana@team.example');
    await shoutout(before);
    const ids = [await shoutout(start), await shoutout(after, 'dana@team.example')].toReversed();
    await shoutout(after, other);
    const { json } = await listOf<ShoutoutPage>(manager, member, 'shoutouts');
    expect(json.rows.map(({ id }) => id)).toEqual(ids);
    expect((await openMember(manager, member)).json.counts.shoutouts).toBe(2);
    const first = await listOf<ShoutoutPage>(manager, member, 'shoutouts', { limit: 1 });
    const query = { limit: 1, before: first.json.next! };
    const second = await listOf<ShoutoutPage>(manager, member, 'shoutouts', query);
    expect([...first.json.rows, ...second.json.rows].map(({ id }) => id)).toEqual(ids);
    expect(second.json.next).toBeNull();
  });

  it('that are held are invisible', async () => {
    const id = await shoutout(after);
    await app.database.asOwner((db) => db.query('update shoutouts set held = true where id = $1', [id]));
    expect((await listOf<ShoutoutPage>(manager, member, 'shoutouts')).json.rows).toEqual([]);
  });
});

it('what a member shares appears in no list, search or report of the manager', async () => {
  await entry(undefined, { content: 'Zeppelin #airship' });
  const reads: [string, object][] = [
    ['GET /api/check_ins', {}],
    ['GET /api/check_ins/search', { query: { q: 'zeppelin' } }],
    ['GET /api/check_ins/tags', {}],
    ['POST /api/functions/v1/generate-week-review', { body: { timezone: 'UTC' } }],
  ];
  for (const [key, options] of reads) {
    const { status, text } = await manager.call(key, options);
    expect([key, status, /zeppelin|airship/i.test(text)]).toEqual([key, 200, false]);
  }
});

it.each(['check_ins', 'goals', 'shoutouts'] as const)('a malformed page of %s is refused', async (list) => {
  for (const query of [
    { before: 'x' },
    { before: '2026-02-30T00:00:00.000Z~' + newId() },
    { limit: 101 },
    { limit: 0 },
  ])
    expect((await listOf(manager, member, list, query)).status).toBe(400);
});
