// The calls of a client that was written for the names in docs/compatibility.md: its payloads, field by field, without
// our ids.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn, LogFile } from '#features/check-ins/contract.ts';
import type { Invitation } from '#features/teams/contract.ts';
import type { Vouch } from '#features/vouches/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { pdf } from '#platform/files/test-contents.ts';
import type { TestApp } from '../support/app.ts';
import { givePlan } from '../support/billing.ts';
import type { Caller } from '../support/caller.ts';
import { attach } from '../support/files.ts';
import { delivered, mails, signUpVerified, startMailingApp } from '../support/mail.ts';
import { resumeForm } from '../support/resumes.ts';
import { shoutoutsOf, timelineOf } from '../support/sharing.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { invitationsOf } from '../support/teams.ts';
import { attachToVouch, vouchesOf } from '../support/vouches.ts';

let app: TestApp;
let sink: SmtpSink;
let ada: Caller;
let ben: Caller;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  ada = await signUpVerified(app, 'Ada Example');
  ben = await signUpVerified(app, 'Ben Ortiz');
  await givePlan(app, ada);
});
afterAll(() => app.close());

const appUrl = 'https://app.example';
let addresses = 0;
const newAddress = () => `someone${++addresses}@example.org`;

const insert = (table: string, body: object, caller = ada) =>
  caller.call<Record<string, unknown>>(`POST /api/${table}`, { body });
const invoke = <Body = Record<string, unknown>>(name: string, body?: object, caller = ada) =>
  caller.call<Body>(`POST /api/functions/v1/${name}`, body ? { body } : {});
const mailsTo = async (address: string) => (await delivered(app, sink, address)).length;

const vouchRow = () => ({
  user_id: ada.userId,
  project_name: `Project ${++addresses}`,
  project_context: 'Context',
  individual_contribution: 'Contribution',
  reference_name: 'Grace Hopper',
  reference_email: newAddress(),
  reference_position: 'Engineering Manager',
  reference_department: 'Research',
  is_verified: true,
  verification_token: newId(),
});
const vouchPayload = (row: ReturnType<typeof vouchRow>) => ({
  referenceName: row.reference_name,
  referenceEmail: row.reference_email,
  referencePosition: row.reference_position,
  referenceDepartment: row.reference_department,
  userName: 'Ada Example',
  projectName: row.project_name,
  projectContext: row.project_context,
  individualContribution: row.individual_contribution,
  verificationToken: row.verification_token,
  appUrl,
});
const inviteRow = (employee_email: string) => ({
  manager_id: ada.userId,
  manager_email: ada.email,
  manager_name: 'Someone Else',
  employee_email,
  invitation_token: newId(),
  status: 'accepted',
});
const invitePayload = (email: string) => ({
  email,
  type: 'employee',
  manager_id: ada.userId,
  manager_name: 'Someone Else',
  manager_email: 'someone@else.example',
});
const snapshot = (managerEmail: string, checkInContent: string) => ({
  managerEmail,
  employeeName: 'Ada Example',
  checkInContent,
  emoji: '🚀',
  appUrl,
});
const teammate = (teammateEmail: string, checkInContent?: string) => ({
  teammateEmail,
  senderName: 'Ada Example',
  message: 'Thank you',
  ...(checkInContent !== undefined && { checkInContent }),
  appUrl,
});

describe.each<[string, () => object]>([
  [
    'profiles',
    () => ({
      user_id: ada.userId,
      full_name: 'Ada Example',
      phone_number: '',
      avatar_url: '',
      is_new: false,
      email: 'x',
    }),
  ],
  ['goals', () => ({ text: 'Learn to sail', user_id: ada.userId })],
  [
    'check_ins',
    () => ({
      user_id: ada.userId,
      content: 'Shipped',
      emoji: '🚀',
      shared_with_manager: true,
      teammate_email: null,
      teammate_message: null,
    }),
  ],
  [
    'shoutouts',
    () => ({ message: 'Thank you', sender_id: ada.userId, recipient_email: newAddress(), check_in_id: null }),
  ],
  ['team_invitations', () => inviteRow(newAddress())],
  ['vouches', vouchRow],
  ['user_emails', () => ({ user_id: ada.userId, email: newAddress(), is_primary: true, verified: true })],
  ['feedback', () => ({ user_id: ada.userId, message: 'Good', user_email: 'x@example.com', user_name: 'X' })],
])('an insert into %s', (table, row) => {
  it('is accepted as specified, and never takes what the server decides', async () => {
    const { status, json } = await insert(table, row());
    expect([status, json]).toMatchObject([200, {}]);
    expect(json).not.toMatchObject({ is_verified: true });
    expect(json).not.toMatchObject({ is_primary: true });
    expect(json).not.toMatchObject({ verified: true });
    expect(json).not.toMatchObject({ shared_with_manager: true });
    expect(json).not.toMatchObject({ status: 'accepted' });
    expect(JSON.stringify(json)).not.toContain('verification_token');
  });

  it("is refused with another user's id, and writes nothing", async () => {
    const other = Object.fromEntries(
      Object.entries(row()).map(([name, value]): [string, unknown] =>
        /^(user|sender|manager)_id$/.test(name) ? [name, ben.userId] : [name, value],
      ),
    );
    const before = await app.database.asOwner((db) => db.query(`select count(*) from ${table}`));
    const { status, json } = await insert(table, other);
    expect([status, json['code']]).toEqual([403, 'another_user']);
    const after = await app.database.asOwner((db) => db.query(`select count(*) from ${table}`));
    expect(after.rows).toEqual(before.rows);
    expect((await insert(table, other, app.anonymous())).status).toBe(401);
  });
});

it('the rows of uploaded files are found by what the client knows about them', async () => {
  const { json: entry } = await insert('check_ins', { user_id: ada.userId, content: 'With a file' });
  const id = String(entry['id']);
  const { json: file } = await attach(ada, { entry: id, name: 'notes.txt', content: 'notes' });
  const row = {
    check_in_id: id,
    file_name: 'notes.txt',
    file_path: `${ada.userId}/${id}/1.txt`,
    file_type: 'text',
    file_size: 5,
    mime_type: 'text/plain',
  };
  expect((await insert('log_files', row)).json).toEqual({ ...file } satisfies LogFile);
  const { json: vouch } = await insert('vouches', vouchRow());
  const attached = await attachToVouch(ada, String(vouch['id']), pdf(), 'proof.pdf');
  const vouchFile = {
    vouch_id: vouch['id'],
    file_name: 'proof.pdf',
    file_path: 'x',
    file_type: 'application',
    file_size: pdf().length,
    mime_type: 'application/pdf',
  };
  expect((await insert('vouch_files', vouchFile)).json).toMatchObject({ id: attached.json.id });
  await ada.call('POST /api/storage/resumes', { form: resumeForm(pdf(), 'resume.pdf') });
  const resume = {
    user_id: ada.userId,
    file_name: 'resume.pdf',
    file_path: 'x',
    file_size: pdf().length,
    mime_type: 'application/pdf',
  };
  expect((await insert('resumes', resume)).status).toBe(200);
  for (const table of ['log_files', 'vouch_files', 'resumes'])
    expect(
      (await insert(table, { ...row, ...vouchFile, ...resume, file_name: 'other.pdf' })).status,
    ).not.toBe(200);
});

it('a visitor asks a reference', async () => {
  const row = {
    vouch_id: newId(),
    requester_name: 'V',
    requester_email: 'v@example.com',
    message: 'Is it true?',
  };
  expect((await insert('vouch_verification_requests', row, app.anonymous())).json).toEqual({ sent: true });
});

it('the procedures are called as specified', async () => {
  const names = await ada.call('POST /api/rpc/get_sender_names', { body: { sender_ids: [ada.userId] } });
  expect(names.status).toBe(200);
  for (const options of [{}, { body: {} }])
    expect((await ada.call('POST /api/rpc/get_team_members_view', options)).status).toBe(200);
});

describe('send-manager-snapshot', () => {
  it('shares the entry that the client has just written, once', async () => {
    const [to, content] = [newAddress(), '  Wrote the plan\r\nfor spring '];
    const { json: entry } = await insert('check_ins', {
      user_id: ada.userId,
      content,
      shared_with_manager: true,
    });
    for (let n = 0; n < 3; n++) {
      const { status, json } = await invoke<CheckIn>('send-manager-snapshot', snapshot(to, content));
      expect([status, json.id, json.manager_email]).toEqual([200, entry['id'], to]);
    }
    expect(await mailsTo(to)).toBe(1);
  });

  it('writes the entry if there is none, once, with its emoji', async () => {
    const to = newAddress();
    const ids = new Set<string>();
    for (let n = 0; n < 2; n++) {
      const { json } = await invoke<CheckIn>('send-manager-snapshot', snapshot(to, 'Only in the call'));
      expect([json.content, json.emoji, json.manager_email]).toEqual(['Only in the call', '🚀', to]);
      ids.add(json.id);
    }
    expect(ids.size).toBe(1);
    expect(await mailsTo(to)).toBe(1);
  });

  it("never uses another user's entry, and writes nothing if it is refused", async () => {
    await insert('check_ins', { user_id: ben.userId, content: 'Of Ben' }, ben);
    const { json } = await invoke<CheckIn>('send-manager-snapshot', snapshot(newAddress(), 'Of Ben'));
    expect(json.user_id).toBe(ada.userId);
    const count = (await timelineOf(ada)).length;
    expect((await invoke('send-manager-snapshot', snapshot(ada.email, 'To oneself'))).status).toBe(400);
    expect((await invoke('send-manager-snapshot', snapshot(newAddress(), ' '))).status).toBe(400);
    expect(await timelineOf(ada)).toHaveLength(count);
  });
});

describe('send-teammate-email', () => {
  it('sends one shoutout for an entry, its row and the call of the function', async () => {
    const [to, content] = [newAddress(), 'Fixed the build with help'];
    const about = { teammate_email: to, teammate_message: 'Thank you' };
    const { json: entry } = await insert('check_ins', { user_id: ada.userId, content, ...about });
    expect(entry).toMatchObject(about);
    const row = {
      message: 'Thank you',
      sender_id: ada.userId,
      recipient_email: to,
      check_in_id: entry['id'],
    };
    expect((await insert('shoutouts', row)).status).toBe(200);
    for (let n = 0; n < 2; n++)
      expect((await invoke('send-teammate-email', teammate(to, content))).json['id']).toBe(entry['id']);
    expect((await shoutoutsOf(ada)).filter((sent) => sent.recipient_email === to)).toHaveLength(1);
    expect(await mailsTo(to)).toBe(1);
  });

  it('sends one about no entry, with or without its row', async () => {
    for (const isInserted of [true, false]) {
      const to = newAddress();
      const row = { message: 'Thank you', sender_id: ada.userId, recipient_email: to };
      if (isInserted) await insert('shoutouts', row);
      for (let n = 0; n < 2; n++) {
        const { status, text } = await invoke('send-teammate-email', teammate(to));
        expect([status, text]).toEqual([200, 'null']);
      }
      expect(await mailsTo(to)).toBe(1);
    }
  });

  it('writes the entry if there is none, once', async () => {
    const to = newAddress();
    const first = await invoke<CheckIn>('send-teammate-email', teammate(to, 'Not written before'));
    const second = await invoke<CheckIn>('send-teammate-email', teammate(to, 'Not written before'));
    expect([second.json.id, first.json.teammate_email]).toEqual([first.json.id, to]);
    expect(await mailsTo(to)).toBe(1);
  });
});

describe('send-team-invitation', () => {
  it.each([true, false])('invites once (the row inserted before: %s)', async (isInserted) => {
    const to = newAddress();
    if (isInserted) await insert('team_invitations', inviteRow(to));
    for (let n = 0; n < 2; n++) {
      const { status, json } = await invoke<Invitation>('send-team-invitation', invitePayload(to));
      expect([status, json.email, json.status, json.type]).toEqual([200, to, 'pending', 'employee']);
    }
    expect((await invitationsOf(ada)).filter(({ email }) => email === to)).toHaveLength(1);
    expect(await mailsTo(to)).toBe(1);
    const [mail] = (await mails(app, to)).slice(-1);
    expect(mail!.state).toBe('sent');
  });

  it("keeps the limits: only the caller's own id, and the plan", async () => {
    const payload = { ...invitePayload(newAddress()), manager_id: ben.userId };
    expect((await invoke('send-team-invitation', payload)).status).toBe(403);
    expect((await invoke('send-team-invitation', payload, ben)).json['code']).toBe('plan_required');
  });
});

it.each([true, false])(
  'send-vouch-verification asks once (the row inserted before: %s)',
  async (isInserted) => {
    const row = vouchRow();
    if (isInserted) await insert('vouches', row);
    for (let n = 0; n < 2; n++) {
      const { status, json } = await invoke<Vouch>('send-vouch-verification', vouchPayload(row));
      expect([status, json.project_context, json.status]).toEqual([200, 'Context', 'pending']);
    }
    const found = (await vouchesOf(ada)).filter((vouch) => vouch.project_name === row.project_name);
    expect(found).toHaveLength(1);
    expect(await mailsTo(row.reference_email)).toBe(1);
  },
);

describe.each<[string, () => object | undefined, number]>([
  ['generate-week-review', () => ({ timezone: 'Europe/Vienna' }), 200],
  ['email-week-review', () => ({ email: 'me@example.org', reportHtml: '<p>x</p>' }), 200],
  [
    'email-week-review',
    () => ({ email: ada.email, reportHtml: '<p>x</p>', reportType: 'Shoutout Board' }),
    200,
  ],
  ['check-subscription', () => undefined, 200],
  ['create-checkout', () => ({ plan: 'monthly' }), 200],
  ['customer-portal', () => undefined, 409],
  ['accept-logbook-invitation', () => ({ token: newId(), employeeEmail: ada.email }), 404],
  ['get-invitation-by-token', () => ({ token: newId() }), 404],
  ['verify-vouch', () => ({ token: newId() }), 200],
  ['email-signup', () => ({ email: newAddress() }), 200],
])('%s', (name, payload, expected) => {
  it('takes its payload as specified', async () => {
    // Ben has no plan: he can buy one, but has none to manage.
    expect((await invoke(name, payload(), ben)).status).toBe(expected);
  });
});

it('delete-account takes the bearer header alone', async () => {
  const gone = await app.signUp();
  const token = gone.cookies['logbook-access'];
  const headers = { authorization: `Bearer ${token}` };
  const { json } = await app.anonymous().call('POST /api/functions/v1/delete-account', { headers });
  expect(json).toEqual({ deleted: true });
});
