// The link of an invitation: what it shows, whom it connects, and what it proves (R-A3, R-E2, R-E3).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '#tests/support/app.ts';
import { givePlan } from '#tests/support/billing.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  acceptLink,
  addVerifiedAddress,
  answerRequest,
  endRelationship,
  forgetDeclines,
  invitationsOf,
  invitationTokens,
  inviteManager,
  inviteTo,
  newAddress,
  readLink,
  relationshipsOf,
} from '#tests/support/teams.ts';

let app: TestApp;
let sink: SmtpSink;
/** On the Team plan. */
let dana: Caller;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  dana = await signUpVerified(app, 'Dana Reed');
  await givePlan(app, dana);
});
afterAll(() => app.close());

/** Invites an address to Dana's team, and returns the token of the email. */
async function invited(email: string): Promise<{ id: string; token: string }> {
  await app.database.asOwner((db) => db.query('delete from limit_hits'));
  const { status, json } = await inviteTo(dana, email);
  expect(status).toBe(200);
  return { id: json.id, token: (await invitationTokens(app, sink, email)).at(-1)! };
}

const mask = (email: string) => `${email[0]}•••${email.slice(email.indexOf('@'))}`;

/** Whether the user's primary address is verified. */
const isVerified = async (caller: Caller) =>
  (await caller.call<{ user: { email_verified: boolean } }>('GET /api/auth/user')).json.user.email_verified;

/** The text, and what its parts say in the usual encodings. */
const readings = (text: string) => [
  text,
  ...(text.match(/[\w+/=%-]+/g) ?? []).flatMap((part) => [
    ...(['base64', 'hex'] as const).map((encoding) => Buffer.from(part, encoding).toString('latin1')),
    unescape(part),
  ]),
];

describe('the link of an invitation', () => {
  it('shows who invites, and the masked address, and changes nothing', async () => {
    const to = newAddress();
    const { token } = await invited(to);
    for (let n = 0; n < 2; n++) {
      const { status, json } = await readLink(app.anonymous(), token);
      expect(status).toBe(200);
      expect(json.invitation).toMatchObject({
        ...{
          type: 'employee',
          manager_name: 'Dana Reed',
          masked_email: mask(to),
          status: 'pending',
          for_me: null,
        },
      });
    }
    expect((await readLink(dana, token)).json.invitation.for_me).toBe(false);
  });

  it('is refused alike if it is unknown, malformed or has expired', async () => {
    const { id, token } = await invited(newAddress());
    await app.database.asOwner((db) =>
      db.query(`update team_invitations set expires_at = now() where id = $1`, [id]),
    );
    for (const wrong of [newToken(), '', 'x'.repeat(200), token]) {
      const read = await readLink(dana, wrong);
      expect([read.status, read.json.code, read.json.title]).toEqual([
        404,
        'invitation_invalid',
        'Invalid Invitation',
      ]);
      const accepted = await acceptLink(dana, wrong);
      expect([accepted.status, accepted.json.code]).toEqual([404, 'invitation_invalid']);
    }
  });

  it('connects the account with the invited address from that moment on, and has no effect when repeated', async () => {
    const ben = await signUpVerified(app, 'Ben Ortiz');
    const { token } = await invited(ben.email);
    const before = Date.now();
    const { status, json } = await acceptLink(ben, token);
    expect(status).toBe(200);
    expect(json).toMatchObject({ alreadyConnected: false, type: 'employee', manager_name: 'Dana Reed' });
    expect(Date.parse(json.accepted_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(json.accepted_at)).toBeLessThanOrEqual(Date.now());
    const again = await acceptLink(ben, token);
    expect([again.status, again.json]).toEqual([200, { ...json, alreadyConnected: true }]);
    for (const party of [ben, dana])
      expect(await relationshipsOf(party)).toMatchObject([
        {
          ...{ relationship_id: json.relationship_id, status: 'accepted', accepted_at: json.accepted_at },
          ...{ manager_id: dana.userId, employee_id: ben.userId, requested_by_me: party === dana },
          ...{ manager_name: 'Dana Reed', employee_name: 'Ben Ortiz' },
        },
      ]);
    expect((await readLink(app.anonymous(), token)).json.invitation.status).toBe('accepted');
    await endRelationship(ben, json.relationship_id);
  });

  it('works for 20 parallel callers, and connects once', async () => {
    const ben = await signUpVerified(app);
    const { token } = await invited(ben.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => acceptLink(ben, token)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(answers.filter(({ json }) => !json.alreadyConnected)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.accepted_at)).size).toBe(1);
    expect(await relationshipsOf(ben)).toHaveLength(1);
    await endRelationship(ben, answers[0]!.json.relationship_id);
  });

  it('is refused for another account, which only sees the masked address', async () => {
    const [ben, eve] = [await signUpVerified(app), await signUpVerified(app)];
    const { token } = await invited(ben.email);
    const { status, json, text } = await acceptLink(eve, token);
    expect([status, json.code]).toEqual([403, 'another_address']);
    expect(json.detail).toContain(mask(ben.email));
    expect(text).not.toContain(ben.email);
    expect((await readLink(eve, token)).json.invitation.for_me).toBe(false);
    expect(await relationshipsOf(eve)).toEqual([]);
    // Nor does it work for the user who sent it, by any means.
    const own = (await acceptLink(dana, token)).json;
    expect([own.code, own.detail]).toEqual(['own_invitation', expect.stringContaining(ben.email)]);
    const anonymous = await acceptLink(app.anonymous(), token);
    expect([anonymous.status, anonymous.json.code]).toEqual([401, 'no_session']);
    expect((await acceptLink(ben, token)).status).toBe(200);
  });

  it('proves the address of an account that has not verified it', async () => {
    const email = newAddress();
    const { token } = await invited(email);
    const nina = app.anonymous();
    const body = { full_name: 'Nina New', email, password: 'a good long passphrase' };
    await nina.call('POST /api/auth/sign-up', { body });
    expect([await isVerified(nina), await relationshipsOf(nina)]).toEqual([false, []]);
    expect((await readLink(nina, token)).json.invitation.for_me).toBe(true);
    expect((await acceptLink(nina, token)).status).toBe(200);
    expect(await isVerified(nina)).toBe(true);
    expect(await relationshipsOf(nina)).toMatchObject([{ status: 'accepted' }]);
  });

  it('proves the address of a new account, which gets no email to verify it', async () => {
    const email = newAddress();
    const { token } = await invited(email);
    const proof = (await readLink(app.anonymous(), token)).json.invitation.sign_up_proof!;
    const nina = app.anonymous();
    const body = { full_name: 'Nina New', password: 'a good long passphrase', proof };
    const { status } = await nina.call('POST /api/auth/sign-up', { body });
    expect([status, await isVerified(nina)]).toEqual([200, true]);
    expect(await mailedTokens(app, sink, email, 'verify')).toEqual([]);
    expect((await acceptLink(nina, token)).status).toBe(200);
    // It proves no other address, and a caller with a session gets none.
    const other = app.anonymous();
    await other.call('POST /api/auth/sign-up', { body: { ...body, email: newAddress() } });
    expect(await isVerified(other)).toBe(false);
    const next = await invited(newAddress());
    expect((await readLink(dana, next.token)).json.invitation.sign_up_proof).toBeNull();
  });

  it('shows only the masked address, even in its tokens', async () => {
    const to = newAddress();
    const { token } = await invited(to);
    const { json } = await readLink(app.anonymous(), token);
    expect(json.invitation.sign_up_proof).not.toBeNull();
    expect(readings(JSON.stringify(json)).filter((text) => text.includes(to.split('@')[0]!))).toEqual([]);
  });

  it('proves an extra address, unless another account has verified it', async () => {
    const ben = await signUpVerified(app);
    const [extra, owned] = [newAddress(), (await signUpVerified(app)).email];
    for (const email of [extra, owned])
      await ben.call('POST /api/user_emails', { body: { id: newId(), email } });
    const { token } = await invited(owned);
    expect((await acceptLink(ben, token)).json.code).toBe('another_address');
    expect((await acceptLink(ben, (await invited(extra)).token)).status).toBe(200);
    const { json } = await ben.call<{ rows: { email: string; verified: boolean }[] }>('GET /api/user_emails');
    expect(json.rows.filter(({ verified }) => verified).map(({ email }) => email)).toEqual(
      expect.arrayContaining([extra, ben.email]),
    );
    expect(json.rows.find(({ email }) => email === owned)?.verified).toBe(false);
  });

  it('is refused after it was declined, and after the relationship ended', async () => {
    const ben = await signUpVerified(app);
    const first = await invited(ben.email);
    await answerRequest(ben, first.id, 'declined');
    expect((await acceptLink(ben, first.token)).json.code).toBe('invitation_invalid');
    await forgetDeclines(app);
    const second = await invited(ben.email);
    const { json } = await acceptLink(ben, second.token);
    await endRelationship(dana, json.relationship_id);
    for (const { token } of [first, second]) {
      expect((await acceptLink(ben, token)).json.code).toBe('invitation_invalid');
      expect((await readLink(ben, token)).status).toBe(404);
    }
    expect(await relationshipsOf(ben)).toEqual([]);
    // A new invitation begins a new period.
    const third = await acceptLink(ben, (await invited(ben.email)).token);
    expect(Date.parse(third.json.accepted_at)).toBeGreaterThan(Date.parse(json.accepted_at));
  });

  it('of an employee makes the account a manager, without a plan', async () => {
    const [ben, max] = [await signUpVerified(app, 'Ben Ortiz'), await signUpVerified(app)];
    await inviteManager(ben, max.email);
    const [token] = await invitationTokens(app, sink, max.email);
    expect((await readLink(max, token!)).json.invitation).toMatchObject({
      type: 'manager',
      manager_name: 'Ben Ortiz',
    });
    expect((await acceptLink(max, token!)).json).toMatchObject({
      type: 'manager',
      manager_name: 'Ben Ortiz',
    });
    expect(await relationshipsOf(max)).toMatchObject([{ manager_id: max.userId, employee_id: ben.userId }]);
  });

  it('leaves invitations to other addresses of the user pending, because their end would reveal whose they are', async () => {
    const ben = await signUpVerified(app);
    const extra = newAddress();
    await addVerifiedAddress(app, ben, extra);
    const [first, second] = [await invited(ben.email), await invited(extra)];
    expect(await relationshipsOf(ben)).toHaveLength(1);
    const { json } = await acceptLink(ben, second.token);
    expect(json.relationship_id).toBe(second.id);
    const shown = async () => (await invitationsOf(dana)).find(({ id }) => id === first.id)?.status;
    expect(await shown()).toBe('pending');
    expect((await acceptLink(ben, first.token)).json.alreadyConnected).toBe(true);
    expect(await shown()).toBeUndefined();
    expect(await relationshipsOf(ben)).toHaveLength(1);
  });

  it('that still waits at another address cannot reconnect the two after the relationship has ended', async () => {
    const ben = await signUpVerified(app);
    const extra = newAddress();
    await addVerifiedAddress(app, ben, extra);
    const [first, second] = [await invited(ben.email), await invited(extra)];
    await acceptLink(ben, second.token);
    await endRelationship(ben, second.id);
    expect((await acceptLink(ben, first.token)).json.code).toBe('invitation_invalid');
    expect((await invitationsOf(dana)).find(({ id }) => id === first.id)?.status).toBe('pending');
  });
});

it('a reset that proves the address ends what someone else connected the account with (R-A4)', async () => {
  const victim = await app.signUp();
  const extra = newAddress();
  await app.database.asOwner((db) =>
    db.query(
      `insert into user_emails (id, user_id, email, verified_at) values (gen_random_uuid(), $1, $2, now())`,
      [victim.userId, extra],
    ),
  );
  await acceptLink(victim, (await invited(extra)).token);
  await inviteManager(victim, newAddress());
  expect(await relationshipsOf(victim)).toHaveLength(1);
  const { id } = await invited(victim.email);
  await app.anonymous().call('POST /api/auth/recover', { body: { email: victim.email } });
  const [token] = await mailedTokens(app, sink, victim.email, 'recover');
  const owner = app.anonymous();
  const body = { token, password: 'another long passphrase' };
  expect((await owner.call('POST /api/auth/recover/complete', { body })).status).toBe(200);
  // The request to the address itself is for its owner.
  expect(await relationshipsOf(owner)).toMatchObject([{ relationship_id: id, status: 'pending' }]);
  expect(await invitationsOf(owner)).toEqual([]);
});
