// Who sees a member's logbook, until when, and what the member learns about it (R-E3, R-E4, R-E7, R-E8).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { attach, signed } from '#tests/support/files.ts';
import {
  connect,
  disconnect,
  entriesOf,
  grantLegacy,
  listOf,
  openMember,
  ownAddress,
  share,
  subscribe,
  teamOf,
} from '#tests/support/members.ts';
import { forgetMailLimits, stopSharing } from '#tests/support/sharing.ts';

let app: TestApp;
let manager: Caller;
let member: Caller;
let other: Caller;
beforeAll(async () => {
  app = await startApp();
  manager = await app.signUp('Dana Manager');
  member = await app.signUp('Ada Member');
  other = await app.signUp('Olga Other');
});
afterAll(() => app.close());

const owner = (text: string, values: unknown[] = []) => app.database.asOwner((db) => db.query(text, values));

beforeEach(async () => {
  await forgetMailLimits(app);
  await owner(
    'delete from check_ins; delete from goals; delete from shoutouts; delete from logbook_invitations',
  );
  await owner('delete from team_relationships; delete from user_emails');
  await subscribe(app, manager);
  await subscribe(app, other);
});

const past = '2026-01-01T00:00:00.000Z';
const paths = ['', '/check_ins', '/goals', '/shoutouts'];
const readAll = (caller: Caller, { userId }: Pick<Caller, 'userId'>) =>
  Promise.all(paths.map((path) => caller.call(`GET /api/team/${userId}${path}`)));
const statuses = async (caller: Caller, of: Pick<Caller, 'userId'>) =>
  (await readAll(caller, of)).map(({ status }) => status);
const [found, hidden] = [paths.map(() => 200), paths.map(() => 404)];

describe('a logbook is hidden, like that of a user who does not exist,', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['from a stranger', () => Promise.resolve()],
    ['while the invitation is pending', () => connect(app, { manager, member, status: 'pending' })],
    ['after it was declined', () => connect(app, { manager, member, status: 'declined' })],
    [
      'from the member of whom the caller is an employee',
      () => connect(app, { manager: member, member: manager }),
    ],
    [
      'if the plan has lapsed',
      async () => {
        await connect(app, { manager, member, acceptedAt: past });
        await subscribe(app, manager, past);
      },
    ],
    [
      'after the relationship has ended',
      async () => {
        await connect(app, { manager, member, acceptedAt: past });
        await disconnect(app, manager, member);
      },
    ],
    [
      'from a manager without a verified address',
      async () => {
        await connect(app, { manager, member, acceptedAt: past });
        await owner('update users set email_verified_at = null where id = $1', [manager.userId]);
      },
    ],
  ])('%s', async (_, arrange) => {
    await share(app, member, { with: manager.email });
    await arrange();
    const answers = await readAll(manager, member);
    const unknown = await readAll(manager, { userId: newId() });
    const shown = ({ status, json }: (typeof answers)[number]) => [
      status,
      { ...(json as object), request_id: '' },
    ];
    const team = await teamOf(manager);
    await owner('update users set email_verified_at = now() where id = $1', [manager.userId]);
    expect(answers.map(({ status }) => status)).toEqual(hidden);
    expect(answers.map(shown)).toEqual(unknown.map(shown));
    expect(team).toEqual({ members: [], next: null, shared_entries: 0 });
  });
});

it("another manager on the plan does not see the member, and the member's relationship shows nothing of the manager", async () => {
  await connect(app, { manager, member });
  expect([await statuses(manager, member), await statuses(other, member)]).toEqual([found, hidden]);
  expect(await statuses(member, manager)).toEqual(hidden);
});

it('a renewed plan shows everything since the access start again (R-E4)', async () => {
  await connect(app, { manager, member, acceptedAt: past });
  const first = await share(app, member, { with: manager.email });
  await subscribe(app, manager, past);
  const second = await share(app, member, { with: manager.email });
  expect(await entriesOf(manager, member)).toBeNull();
  await subscribe(app, manager);
  expect(await entriesOf(manager, member)).toEqual([second.id, first.id]);
});

it('accepting again begins a new period (R-E3)', async () => {
  await connect(app, { manager, member, acceptedAt: past });
  await share(app, member, { with: manager.email });
  await disconnect(app, manager, member);
  await connect(app, { manager, member });
  const { json } = await openMember(manager, member);
  expect([json.entries.rows, json.counts.entries]).toEqual([[], 0]);
  expect((await teamOf(manager)).shared_entries).toBe(0);
  const { id } = await share(app, member, { with: manager.email });
  expect(await entriesOf(manager, member)).toEqual([id]);
});

describe('a legacy grant (R-E7)', () => {
  it('shows the entries shared with its address since then, and nothing else', async () => {
    await grantLegacy(app, { member, email: manager.email });
    await ownAddress(app, manager, 'dana@legacy.example');
    const { id } = await share(app, member, { with: manager.email });
    await share(app, member, { with: 'dana@legacy.example' });
    await share(app, member, { with: manager.email, recordedAt: past });
    await member.call('POST /api/goals', { body: { id: newId(), text: 'A goal' } });
    await member.call('POST /api/shoutouts', {
      body: { id: newId(), recipient_email: manager.email, message: 'Thanks' },
    });
    const { json } = await openMember(manager, member);
    expect(json).toMatchObject({
      ...{ relationship_id: null, email: null, counts: { entries: 1, goals: 0, shoutouts: 0 } },
      entries: { rows: [{ id }] },
    });
    for (const list of ['goals', 'shoutouts'] as const)
      expect((await listOf<{ rows: object[] }>(manager, member, list)).json.rows).toEqual([]);
    expect((await teamOf(manager)).members).toMatchObject([
      { user_id: member.userId, relationship_id: null, goals_due: 0 },
    ]);
  });

  it('is hidden without the plan, from an unverified owner of the address, and after its removal', async () => {
    const id = await grantLegacy(app, { member, email: 'dana@legacy.example', acceptedAt: past });
    await ownAddress(app, manager, 'dana@legacy.example', false);
    expect(await statuses(manager, member)).toEqual(hidden);
    await ownAddress(app, manager, 'dana@legacy.example');
    expect(await statuses(manager, member)).toEqual(found);
    await subscribe(app, manager, past);
    expect(await statuses(manager, member)).toEqual(hidden);
    await subscribe(app, manager);
    await owner('delete from logbook_invitations where id = $1', [id]);
    expect(await statuses(manager, member)).toEqual(hidden);
  });

  it('ends with the address or the account of its owner: the next owner of the address inherits nothing', async () => {
    const legacy = 'dana@legacy.example';
    await ownAddress(app, other, legacy);
    await grantLegacy(app, { member, email: legacy });
    await owner('delete from user_emails where email = $1', [legacy]);
    await ownAddress(app, manager, legacy);
    expect(await statuses(manager, member)).toEqual(hidden);
    await owner('delete from user_emails where email = $1', [legacy]);
    await owner(`insert into users (id, email, email_verified_at) values ($1, $2, now())`, [newId(), legacy]);
    await grantLegacy(app, { member, email: legacy });
    await owner('delete from users where email = $1', [legacy]);
    await ownAddress(app, manager, legacy);
    expect(await statuses(manager, member)).toEqual(hidden);
  });

  it('next to a relationship adds its entries, each listed once', async () => {
    await grantLegacy(app, { member, email: manager.email, acceptedAt: past });
    const earlier = await share(app, member, { with: manager.email });
    const relationship = await connect(app, { manager, member });
    const later = await share(app, member, { with: manager.email });
    const { json } = await openMember(manager, member);
    expect(json).toMatchObject({ relationship_id: relationship, accepted_at: past, counts: { entries: 2 } });
    expect(json.entries.rows.map(({ id }) => id)).toEqual([later.id, earlier.id]);
    expect(await teamOf(manager)).toMatchObject({ members: [{ new_entries: 0 }], shared_entries: 2 });
  });
});

describe('files of a visible entry', () => {
  async function shareFile() {
    await connect(app, { manager, member });
    const entry = await share(app, member, { with: manager.email });
    const { json } = await attach(member, { entry: entry.id, content: 'Numbers of the quarter' });
    return { entry: entry.id, file: json.id, address: await signed(manager, json.id, 'view') };
  }
  const read = async (address: string) => {
    const { status, text } = await app.anonymous().call(address);
    return status === 200 ? text : status;
  };

  it('are signed for the manager, and for no one else', async () => {
    const { file, address } = await shareFile();
    expect(await read(address)).toBe('Numbers of the quarter');
    const sign = { params: { id: file }, body: { as: 'view' } };
    expect((await other.call('POST /api/storage/log-files/:id/sign', sign)).status).toBe(404);
    expect(await read(address.replace(manager.userId, other.userId))).toBe(404);
  });

  it('are revalidated by the manager’s browser at each use, unlike the owner’s', async () => {
    const { file, address } = await shareFile();
    const { headers } = await app.anonymous().call(address);
    expect(headers['cache-control']).toBe('private, no-cache');
    const own = await app.anonymous().call(await signed(member, file, 'view'));
    expect(own.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
    const again = { headers: { 'if-none-match': headers['etag'] } };
    expect((await app.anonymous().call(address, again)).status).toBe(304);
    await disconnect(app, manager, member);
    expect((await app.anonymous().call(address, again)).status).toBe(404);
  });

  it.each<[string, (entry: string) => Promise<unknown>, ((entry: string) => Promise<unknown>) | null]>([
    ['the manager is removed', () => disconnect(app, manager, member), null],
    ['the entry is no longer shared', (entry) => stopSharing(member, entry), null],
    ['the plan lapses', () => subscribe(app, manager, past), () => subscribe(app, manager)],
    [
      'the entry is deleted',
      (id) => member.call('DELETE /api/check_ins/:id', { params: { id } }),
      (id) => member.call('POST /api/check_ins/:id/restore', { params: { id } }),
    ],
    ['the manager accepts again', () => connect(app, { manager, member }), null],
  ])('are gone from signed URLs as soon as %s', async (_, end, undo) => {
    const { entry, file, address } = await shareFile();
    expect(await read(address)).toBe('Numbers of the quarter');
    await end(entry);
    expect(await read(address)).toBe(404);
    const sign = { params: { id: file }, body: { as: 'view' } };
    expect((await manager.call('POST /api/storage/log-files/:id/sign', sign)).status).toBe(404);
    await undo?.(entry);
    expect(await read(address)).toBe(undo ? 'Numbers of the quarter' : 404);
  });
});

describe('the member learns when the manager looked (R-E8)', () => {
  const lookedAt = async () => {
    const { rows } = await owner('select looked_at from team_relationships where manager_id = $1', [
      manager.userId,
    ]);
    return (rows[0] as { looked_at: string | null }).looked_at;
  };
  const setLooked = (at: string | null) => owner('update team_relationships set looked_at = $1', [at]);

  it.each(paths)('from a request to /api/team/:user_id%s', async (path) => {
    await connect(app, { manager, member });
    const begun = Date.now();
    await manager.call(`GET /api/team/${member.userId}${path}`);
    expect(Math.abs(Date.parse((await lookedAt())!) - begun)).toBeLessThan(60_000);
  });

  it('at most once a minute; the response has the time before', async () => {
    await connect(app, { manager, member });
    expect((await openMember(manager, member)).json.looked_at).toBeNull();
    const first = await lookedAt();
    expect((await openMember(manager, member)).json.looked_at).toBe(first);
    expect(await lookedAt()).toBe(first);
    await setLooked(past);
    expect((await openMember(manager, member)).json.looked_at).toBe(past);
    expect(Date.parse((await lookedAt())!)).toBeGreaterThan(Date.parse(past));
  });

  it('including with a legacy grant, but not from the cards, and not without access', async () => {
    await connect(app, { manager, member });
    await teamOf(manager);
    await subscribe(app, manager, past);
    await openMember(manager, member);
    expect(await lookedAt()).toBeNull();
    await subscribe(app, manager);
    await disconnect(app, manager, member);
    await grantLegacy(app, { member, email: manager.email });
    await openMember(manager, member);
    const { rows } = await owner('select looked_at from logbook_invitations');
    expect(rows).toEqual([{ looked_at: expect.any(String) }]);
  });

  it('even while 20 requests look at the same time', async () => {
    await connect(app, { manager, member });
    const answers = await Promise.all(Array.from({ length: 20 }, () => openMember(manager, member)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await lookedAt()).not.toBeNull();
  });
});

describe('the address of a member', () => {
  const invited = (id: string, email: string) =>
    owner(
      `insert into team_invitations (id, manager_id, employee_email, status, closed_at) values ($1, $2, $3, 'accepted', now())`,
      [id, manager.userId, email],
    );
  const address = async () => (await openMember(manager, member)).json.email;

  it('is the one that the manager invited, while the member owns it', async () => {
    await invited(await connect(app, { manager, member }), 'ada@work.example');
    expect(await address()).toBeNull();
    await ownAddress(app, member, 'ada@work.example');
    expect(await address()).toBe('ada@work.example');
    await owner('delete from user_emails');
    expect(await address()).toBeNull();
  });

  it('is the one that the invitation of the member named, while the member owns it', async () => {
    const id = await connect(app, { manager, member, requestedBy: member });
    expect(await address()).toBeNull();
    await owner(
      `insert into team_invitations (id, employee_id, manager_email, status, closed_at, sender_email)
       values ($1, $2, $3, 'accepted', now(), $4)`,
      [id, member.userId, manager.email, 'ada@work.example'],
    );
    expect(await address()).toBeNull();
    await ownAddress(app, member, 'ada@work.example');
    expect(await address()).toBe('ada@work.example');
  });
});

describe('My Team', () => {
  it('lists the members by name, with what is new since the last visit', async () => {
    await owner(`update profiles set full_name = 'Zoe Last' where user_id = $1`, [member.userId]);
    await connect(app, { manager, member, acceptedAt: past });
    await connect(app, { manager, member: other });
    await share(app, member, { with: manager.email, recordedAt: '2026-02-01T00:00:00.000Z' });
    await share(app, other, { with: manager.email });
    const team = await teamOf(manager);
    expect(team.members.map((card) => [card.full_name, card.new_entries])).toEqual([
      ['Olga Other', 1],
      ['Zoe Last', 1],
    ]);
    expect(team).toMatchObject({ next: null, shared_entries: 2 });
    expect(team.members[1]).toMatchObject({
      accepted_at: past,
      looked_at: null,
      last_entry_at: '2026-02-01T00:00:00.000Z',
    });
    await openMember(manager, member);
    await share(app, member, { with: manager.email });
    expect((await teamOf(manager)).members[1]).toMatchObject({
      new_entries: 1,
      looked_at: expect.any(String),
    });
  });

  it('does not reveal how the names of others compare: a page after someone who is not a member is empty', async () => {
    await connect(app, { manager, member });
    for (const name of ['Aaron Other', 'Zoe Other']) {
      await owner('update profiles set full_name = $2 where user_id = $1', [other.userId, name]);
      for (const after of [other.userId, newId()])
        expect((await manager.call('GET /api/team', { query: { after } })).json).toMatchObject({
          members: [],
          next: null,
        });
    }
    await owner(`update profiles set full_name = 'Olga Other' where user_id = $1`, [other.userId]);
  });

  it('counts up to 100, and is listed in pages of 200', async () => {
    await connect(app, { manager, member, acceptedAt: past });
    await owner(
      `insert into check_ins (id, user_id, content, search_text, shared_with_manager, manager_email)
       select gen_random_uuid(), $1, 'Many', '', true, $2 from generate_series(1, 120)`,
      [member.userId, manager.email],
    );
    expect(await teamOf(manager)).toMatchObject({ members: [{ new_entries: 100 }], shared_entries: 100 });
    expect((await openMember(manager, member)).json.counts.entries).toBe(100);
    await owner(
      `with people as (
         insert into users (id, email)
         select gen_random_uuid(), 'many' || n || '@example.com' from generate_series(1, 201) n returning id),
       named as (insert into profiles (user_id, full_name, email) select id, 'Many', id::text from people)
       insert into team_relationships (id, manager_id, employee_id, status, requested_by, accepted_at)
       select gen_random_uuid(), $1, id, 'accepted', $1, now() from people`,
      [manager.userId],
    );
    const first = await teamOf(manager);
    const { json: second } = await manager.call<typeof first>('GET /api/team', {
      query: { after: first.next },
    });
    expect([first.members.length, second.members.length, second.next]).toEqual([200, 2, null]);
    const ids = [...first.members, ...second.members].map((card) => card.user_id);
    expect(new Set(ids).size).toBe(202);
    await owner(`delete from users where email like 'many%'`);
  });
});
