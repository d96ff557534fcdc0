// The access matrix of what managers see: every kind of relationship to a member, every view, and the files.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { attach, signed } from '../support/files.ts';
import { connect, disconnect, grantLegacy, ownAddress, subscribe } from '../support/members.ts';
import { photoWithPlace, place } from '../support/photos.ts';

/** What a caller may get of the member. `entry`: the one that is shared with the caller's address. */
type Expected = { logbook: boolean; entry: boolean; goals: boolean };
const [everything, nothing] = [
  { logbook: true, entry: true, goals: true },
  { logbook: false, entry: false, goals: false },
];

type Arrange = (caller: Caller) => Promise<unknown>;
type Principal = { name: string; expected: Expected; plan?: boolean; arrange?: Arrange; address?: string };
type Tried = Principal & {
  caller: Caller;
  /** Shared with the caller's address, with a file, and a text that appears nowhere else. */
  entry: { id: string; file: string; text: string };
};

const past = '2026-01-01T00:00:00.000Z';
const extra = (name: string) => `${name}@extra.example`;

let app: TestApp;
let member: Caller;
let tried: Tried[];
/** Of the member, visible to no one else. */
const secret = `secret${randomUUID()}`;
const goalText = `goal${randomUUID()}`;

const accepted: Arrange = (manager) => connect(app, { manager, member, acceptedAt: past });
const principals: Principal[] = [
  { name: 'manager', expected: everything, arrange: accepted },
  { name: 'manager without the plan', expected: nothing, plan: false, arrange: accepted },
  {
    name: 'manager whose plan has lapsed',
    expected: nothing,
    arrange: async (caller) => {
      await accepted(caller);
      await subscribe(app, caller, past);
    },
  },
  {
    name: 'manager, pending',
    expected: nothing,
    arrange: (manager) => connect(app, { manager, member, status: 'pending' }),
  },
  {
    name: 'manager, pending, whom the member asked',
    expected: nothing,
    arrange: (manager) => connect(app, { manager, member, status: 'pending', requestedBy: member }),
  },
  {
    name: 'manager, declined',
    expected: nothing,
    arrange: (manager) => connect(app, { manager, member, status: 'declined' }),
  },
  {
    name: 'manager, removed',
    expected: nothing,
    arrange: async (manager) => {
      await accepted(manager);
      await disconnect(app, manager, member);
    },
  },
  {
    name: 'manager from a later instant',
    expected: { logbook: true, entry: false, goals: false },
    arrange: (manager) => connect(app, { manager, member, acceptedAt: '2100-01-01T00:00:00.000Z' }),
  },
  {
    name: 'legacy viewer',
    expected: { logbook: true, entry: true, goals: false },
    arrange: (caller) => grantLegacy(app, { member, email: caller.email, acceptedAt: past }),
  },
  {
    name: 'legacy viewer without the plan',
    expected: nothing,
    plan: false,
    arrange: (caller) => grantLegacy(app, { member, email: caller.email, acceptedAt: past }),
  },
  {
    name: 'manager by a verified extra address',
    expected: everything,
    address: extra('verified'),
    arrange: async (caller) => {
      await accepted(caller);
      await ownAddress(app, caller, extra('verified'));
    },
  },
  {
    name: 'manager with an unverified extra address',
    expected: { logbook: true, entry: false, goals: true },
    address: extra('unverified'),
    arrange: async (caller) => {
      await accepted(caller);
      await ownAddress(app, caller, extra('unverified'), false);
    },
  },
  {
    name: 'manager whose address is not verified',
    expected: nothing,
    arrange: async (caller) => {
      await accepted(caller);
      await app.database.asOwner((db) =>
        db.query('update users set email_verified_at = null where id = $1', [caller.userId]),
      );
    },
  },
  { name: 'manager of others', expected: nothing },
  { name: 'stranger with whom an entry is shared', expected: nothing, plan: false },
];

beforeAll(async () => {
  app = await startApp();
  member = await app.signUp(`Ada Member`);
  await member.call('POST /api/check_ins', { body: { id: newId(), content: secret } });
  await member.call('PATCH /api/profiles', { body: { phone_number: '+43 555 0199' } });
  await member.call('POST /api/goals', { body: { id: newId(), text: goalText } });
  tried = [];
  for (const principal of principals) tried.push(await arrange(principal));
});
afterAll(() => app.close());

async function arrange(principal: Principal): Promise<Tried> {
  const caller = await app.signUp('Someone Else');
  if (principal.plan !== false) await subscribe(app, caller);
  await principal.arrange?.(caller);
  const entry = { id: newId(), text: `shared${randomUUID()}` };
  await app.database.asOwner((db) =>
    db.query(
      `insert into check_ins (id, user_id, content, search_text, shared_with_manager, manager_email)
       values ($1, $2, $3, '', true, $4)`,
      [entry.id, member.userId, entry.text, principal.address ?? caller.email],
    ),
  );
  const { json } = await attach(member, { entry: entry.id, content: 'Numbers' });
  return { ...principal, caller, entry: { ...entry, file: json.id } };
}

const views = ['', '/check_ins', '/goals', '/shoutouts'];

it('each caller gets exactly the views of the member that they may see', async () => {
  const problems: string[] = [];
  let cells = 0;
  for (const { name, caller, expected } of tried) {
    for (const view of views) {
      cells += 1;
      const { status } = await caller.call(`GET /api/team/${member.userId}${view}`);
      if (status !== (expected.logbook ? 200 : 404)) problems.push(`${view} | ${name}: ${status}`);
    }
  }
  console.log(`access matrix of a manager's views: ${tried.length} callers, ${cells} cells`);
  expect(problems).toEqual([]);
});

it('each caller reads the entry and the goals that they may see, and nothing else of the member', async () => {
  for (const { name, caller, expected, entry } of tried) {
    const answers = [await caller.call('GET /api/team')];
    for (const view of views) answers.push(await caller.call(`GET /api/team/${member.userId}${view}`));
    const all = answers.map(({ text }) => text).join();
    const shown = { entry: all.includes(entry.text), goals: all.includes(goalText) };
    expect({ name, ...shown }).toEqual({ name, entry: expected.entry, goals: expected.goals });
    expect(answers[0]!.json).toMatchObject({ shared_entries: expected.entry ? 1 : 0 });
    const others = tried
      .filter((one) => one.caller !== caller)
      .flatMap((one) => [one.entry.id, one.entry.text]);
    const hidden = [secret, member.email, '555 0199', ...others];
    expect([name, hidden.filter((text) => all.includes(text))]).toEqual([name, []]);
  }
});

it("each caller gets a signed URL of the entry's file only if they may see the entry, and no file of other entries", async () => {
  for (const { name, caller, expected, entry } of tried) {
    for (const other of tried) {
      const { status, json } = await caller.call<{ url: string }>('POST /api/storage/log-files/:id/sign', {
        params: { id: other.entry.file },
        body: { as: 'download' },
      });
      const allowed = other.entry === entry && expected.entry;
      expect([name, other.name, status]).toEqual([name, other.name, allowed ? 200 : 404]);
      if (!allowed) continue;
      expect((await app.anonymous().call(`GET ${json.url}`)).status).toBe(200);
      await disconnect(app, caller, member);
      await app.database.asOwner((db) =>
        db.query('delete from logbook_invitations where manager_email = $1', [caller.email]),
      );
      expect([name, (await app.anonymous().call(`GET ${json.url}`)).status]).toEqual([name, 404]);
    }
  }
});

it('a manager downloads a photo without the place where it was taken, and its owner the original', async () => {
  const { caller, entry } = tried.find(({ name }) => name === 'legacy viewer')!;
  await grantLegacy(app, { member, email: caller.email, acceptedAt: past });
  const photo = await photoWithPlace();
  const { json: file } = await attach(member, { entry: entry.id, content: photo, name: 'photo.jpg' });
  const download = async (reader: Caller) => {
    const url = (await signed(reader, file.id, 'download')).replace('GET ', '');
    return (await app.server.inject({ url })).rawPayload;
  };
  expect((await download(caller)).includes(place)).toBe(false);
  expect((await download(member)).equals(photo)).toBe(true);
});

it('no caller reads or changes what belongs to the member through other routes', async () => {
  const { caller, entry } = tried[0]!;
  await connect(app, { manager: caller, member, acceptedAt: past });
  const routes: [string, object?][] = [
    [`GET /api/check_ins/${entry.id}`],
    [`GET /api/log_files?check_in_id=${entry.id}`],
    [`DELETE /api/check_ins/${entry.id}`],
    [`DELETE /api/check_ins/${entry.id}/share`],
    [`PATCH /api/check_ins/${entry.id}`, { content: 'Mine', edited_at: null }],
    [`DELETE /api/log_files/${entry.file}`],
  ];
  for (const [route, body] of routes) {
    const { status } = await caller.call(route, body && { body });
    expect([route, status]).toEqual([route, 404]);
  }
});
