// Inviting an address: its email, its limits, and what the sender sees of it (R-E2, R-E6).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import { givePlan } from '#tests/support/billing.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { hostileAddresses } from '#tests/support/hostile-texts.ts';
import {
  delivered,
  mailedTokens,
  mails,
  runJob,
  signUpVerified,
  startMailingApp,
} from '#tests/support/mail.ts';
import { exhaustMailLimits, forgetMailLimits, writeShared } from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  acceptLink,
  addVerifiedAddress,
  answerRequest,
  connectThroughPanel,
  forgetDeclines,
  invitationsOf,
  invitationTokens,
  inviteManager,
  inviteTo,
  newAddress,
  readLink,
  relationshipsOf,
  withdrawInvitation,
} from '#tests/support/teams.ts';
import { limits } from '../../constants.ts';
import type { Invitation } from '../../contract.ts';

let app: TestApp;
let sink: SmtpSink;
/** On the Team plan. */
let dana: Caller;
let ben: Caller;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  dana = await signUpVerified(app, 'Dana Reed');
  ben = await signUpVerified(app, 'Ben Ortiz');
  await givePlan(app, dana);
});
afterAll(() => app.close());

const forgetLimits = () => app.database.asOwner((db) => db.query('delete from limit_hits'));
const sendAgain = (caller: Caller, email: string, more: object = {}) =>
  caller.call<Invitation & ProblemBody>('POST /api/functions/v1/send-team-invitation', {
    body: { email, again: true, ...more },
  });
const change = (id: string, set: string) =>
  app.database.asOwner((db) => db.query(`update team_invitations set ${set} where id = $1`, [id]));

describe('an invitation', () => {
  it('emails the address who invites it, and a link that no response contains', async () => {
    const to = newAddress();
    const { status, json, text } = await inviteTo(dana, ` ${to.toUpperCase()} `);
    expect(status).toBe(200);
    expect(json).toMatchObject({ type: 'employee', email: to, status: 'pending', email_state: null });
    expect(Date.parse(json.expires_at!)).toBeGreaterThan(Date.now() + (limits.linkDays - 1) * 86_400_000);
    const [message, ...more] = await delivered(app, sink, to);
    expect(more).toEqual([]);
    const { mail } = message!;
    expect(message!.to).toEqual([to]);
    expect(mail.subject).toBe('Dana Reed invites you to join their team');
    // A reply that quotes the link must not go to the sender, who could prove the address with it.
    expect(mail.replyTo ?? []).toEqual([]);
    const [token] = await invitationTokens(app, sink, to);
    for (const part of [mail.text!, mail.html!]) {
      expect(part).toContain(`${app.config.appUrl}/accept-invitation?token=${token}`);
      expect(part).toContain(dana.email);
      expect(part).toContain(`${app.config.appUrl}/mail/stop?`);
    }
    const { rows } = await app.database.asOwner((db) =>
      db.query(`select i::text as all from team_invitations i`),
    );
    expect(text + JSON.stringify([await invitationsOf(dana), rows])).not.toContain(token);
  });

  it('to a manager needs no plan, but to an employee it does', async () => {
    const to = newAddress();
    const refused = await inviteTo(ben, to);
    expect([refused.status, refused.json.code]).toEqual([403, 'plan_required']);
    expect((await inviteManager(ben, to)).json.type).toBe('manager');
    expect((await delivered(app, sink, to))[0]!.mail.subject).toBe(
      'Ben Ortiz invites you to be their manager',
    );
  });

  it('names a verified user by the name as written, and by the address (R-A3)', async () => {
    const tolkien = await signUpVerified(app, 'J.R.R. Tolkien, the 3rd: Professor of Anglo-Saxon');
    const to = newAddress();
    await inviteManager(tolkien, to);
    const { mail } = (await delivered(app, sink, to))[0]!;
    expect(mail.subject).toBe(
      'J.R.R. Tolkien, the 3rd: Professor of Anglo-Saxon invites you to be their manager',
    );
    expect(mail.text).toContain(tolkien.email);
  });

  it('of an unverified user is held, and names the address once it is sent', async () => {
    const eve = await app.signUp('Eve Stone');
    const to = newAddress();
    const { json } = await inviteManager(eve, to);
    expect([json.email_state, json.expires_at, json.resend_from]).toEqual(['held', null, null]);
    expect(await invitationTokens(app, sink, to)).toEqual([]);
    // A repeat leaves the email that waits.
    expect((await sendAgain(eve, to, { type: 'manager' })).json.email_state).toBe('held');
    const [verify] = await mailedTokens(app, sink, eve.email, 'verify');
    await eve.call('POST /api/auth/verify', { body: { token: verify } });
    const [sent] = await delivered(app, sink, to);
    expect(sent!.mail.text).toContain(eve.email);
    const [stored] = await invitationsOf(eve);
    expect(stored!.email_state).toBeNull();
    expect(Date.parse(stored!.expires_at!)).toBeGreaterThan(Date.now());
  });

  it('is stored and emailed once by 20 parallel callers with the same id', async () => {
    const body = { id: newId(), type: 'employee', email: newAddress() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => dana.call<Invitation>('POST /api/team_invitations', { body })),
    );
    for (const { status, json } of answers) expect([status, json.id]).toEqual([200, body.id]);
    expect(await mails(app, body.email)).toHaveLength(1);
    const other = await inviteTo(dana, newAddress(), { id: body.id });
    expect([other.status, other.json.code]).toEqual([409, 'id_taken']);
    const foreign = await inviteManager(ben, newAddress(), { id: body.id });
    expect([foreign.status, foreign.json.code]).toEqual([409, 'id_taken']);
  });

  it('of 20 parallel callers to one address is stored once', async () => {
    const to = newAddress();
    const answers = await Promise.all(Array.from({ length: 20 }, () => inviteTo(dana, to)));
    const codes = answers.map(({ status, json }) => (status === 200 ? 'invited' : json.code)).sort();
    expect(codes).toEqual(['invited', ...Array.from({ length: 19 }, () => 'invitation_exists')].sort());
    expect(await mails(app, to)).toHaveLength(1);
  });

  it('to an address with a pending invitation or an accepted relationship is refused and names it', async () => {
    const to = newAddress();
    await inviteTo(dana, to);
    const again = await inviteTo(dana, to);
    expect([again.status, again.json.code, again.json.detail]).toEqual([
      ...[409, 'invitation_exists', `Invitation already exists for ${to}`],
    ]);
    const member = await app.signUp();
    await connectThroughPanel(app, dana, member);
    expect((await inviteTo(dana, member.email)).json.code).toBe('invitation_exists');
    expect((await inviteManager(member, dana.email)).json.code).toBe('invitation_exists');
    // The other way around is another relationship.
    expect((await inviteManager(dana, member.email)).status).toBe(200);
  });

  it('to a guessed address of a member or a manager is like one to any other address', async () => {
    await forgetLimits();
    const [member, guessed, ofManager] = [await app.signUp('Mia Member'), newAddress(), newAddress()];
    await connectThroughPanel(app, dana, member);
    await addVerifiedAddress(app, member, guessed);
    await addVerifiedAddress(app, dana, ofManager);
    for (const [caller, type, address] of [
      [dana, 'employee', guessed],
      [member, 'manager', ofManager],
    ] as const) {
      const { status, json } = await inviteTo(caller, address, { type });
      const { json: other } = await inviteTo(caller, newAddress(), { type });
      expect([status, { ...json, email: '' }]).toEqual([
        200,
        {
          ...{ ...other, email: '', id: json.id, created_at: json.created_at },
          ...{ expires_at: json.expires_at, resend_from: json.resend_from },
        },
      ]);
      expect(await invitationTokens(app, sink, address)).toHaveLength(1);
    }
    expect(await relationshipsOf(member)).toHaveLength(1);
    // Sharing an entry with the manager's address shows whose it is, so the invitation would be redundant.
    const third = newAddress();
    await addVerifiedAddress(app, dana, third);
    await writeShared(member, { manager_email: third });
    expect((await inviteManager(member, third)).json.code).toBe('invitation_exists');
  });

  it('to an address that declined is held for 7 days, even after it was taken off the list', async () => {
    await forgetLimits();
    const [sender, max] = [await signUpVerified(app), await signUpVerified(app)];
    const { id } = (await inviteManager(sender, max.email)).json;
    await answerRequest(max, id, 'declined');
    const [declined] = await invitationsOf(sender);
    const days = (Date.parse(declined!.resend_from!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(limits.declinedDays - 0.01);
    expect(days).toBeLessThanOrEqual(limits.declinedDays);
    for (const address of [max.email, max.email.replace('@', '+work@')]) {
      const { status, json, headers } = await inviteManager(sender, address);
      expect([status, json.code]).toEqual([409, 'invitation_declined']);
      expect(json.detail).toBe('They declined your invitation. You can invite them again in 7 days.');
      expect(Number(headers['retry-after'])).toBeGreaterThan(6 * 86_400);
    }
    await withdrawInvitation(sender, id);
    expect((await inviteManager(sender, max.email)).json.code).toBe('invitation_declined');
    // A decline at one of the account's addresses does not reveal that it has another one.
    const extra = newAddress();
    await addVerifiedAddress(app, max, extra);
    expect((await inviteManager(sender, extra)).status).toBe(200);
    // Nor does it bind anyone else, or the user who declined.
    expect((await inviteManager(ben, max.email)).status).toBe(200);
    expect((await inviteManager(max, sender.email)).status).toBe(200);
    await change(id, `declined_at = now() - interval '6 days 23 hours 59 minutes'`);
    expect((await inviteManager(sender, max.email)).json.detail).toContain('in 1 day.');
    await change(id, `declined_at = now() - interval '7 days'`);
    expect((await inviteManager(sender, max.email)).status).toBe(200);
  });

  it("to the user's own address, or an alias of it, is refused and names it", async () => {
    for (const own of [dana.email, dana.email.replace('@', '+team@')]) {
      const { status, json } = await inviteTo(dana, own);
      expect([status, json.code]).toEqual([400, 'own_address']);
      expect(json.detail).toContain(own);
    }
  });

  it.each(hostileAddresses)('to the hostile address %j is refused', async (to) => {
    const { status, json } = await inviteTo(dana, to);
    expect([status, json.code]).toEqual([400, 'invalid_email']);
  });
});

describe('the limits of invitations', () => {
  it('are 20 a day and 3 to the same mailbox, whatever the spelling of its address', async () => {
    await forgetLimits();
    const to = newAddress();
    const spelled = (n: number) => to.replace('@', `+${n}@`);
    for (let n = 0; n < limits.perDayToMailbox; n++) {
      const { status, json } = await inviteTo(dana, spelled(n));
      expect(status).toBe(200);
      await withdrawInvitation(dana, json.id);
    }
    const often = await inviteTo(dana, to);
    expect([often.status, often.json.code]).toEqual([429, 'too_many_tries']);
    expect(Number(often.headers['retry-after'])).toBeGreaterThan(3600);
    // What is refused for another reason does not count.
    await inviteTo(dana, 'not an address');
    for (let n = limits.perDayToMailbox; n < limits.perDay; n++)
      expect((await inviteTo(dana, newAddress())).status).toBe(200);
    expect((await inviteTo(dana, newAddress())).json.code).toBe('too_many_tries');
  });

  it('are 50 pending ones, exactly, under parallel calls', async () => {
    await forgetLimits();
    const max = await signUpVerified(app);
    await app.database.asOwner((db) =>
      db.query(
        `insert into team_invitations (id, employee_id, manager_email)
         select gen_random_uuid(), $1, 'pending' || n || '@example.org' from generate_series(1, $2) n`,
        [max.userId, limits.pending - 2],
      ),
    );
    const answers = await Promise.all(Array.from({ length: 10 }, () => inviteManager(max, newAddress())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, json } of answers.filter((answer) => answer.status !== 200))
      expect([status, json.code]).toEqual([409, 'too_many_pending']);
    const { json: page } = await max.call<{ rows: Invitation[]; next: string | null }>(
      'GET /api/team_invitations',
      {
        query: { limit: 30 },
      },
    );
    expect(page.rows).toHaveLength(30);
    const rest = await max.call<{ rows: Invitation[]; next: null }>('GET /api/team_invitations', {
      query: { limit: 30, before: page.next },
    });
    expect(rest.json.rows).toHaveLength(20);
    expect(rest.json.next).toBeNull();
    expect((await max.call('GET /api/team_invitations', { query: { before: 'x' } })).status).toBe(400);
  });

  it('let the email wait beyond the limits of email to strangers (R-A8)', async () => {
    await forgetLimits();
    const max = await signUpVerified(app);
    await exhaustMailLimits(app, max);
    const to = newAddress();
    const { json } = await inviteManager(max, to);
    expect([json.email_state, json.expires_at]).toEqual(['waiting', null]);
    await forgetMailLimits(app);
    await runJob(app, 'release-mails');
    expect((await invitationTokens(app, sink, to)).length).toBe(1);
    expect((await invitationsOf(max))[0]!.email_state).toBeNull();
  });
});

describe('sending an invitation again', () => {
  it('sends the same link, up to 3 times', async () => {
    await forgetLimits();
    const to = newAddress();
    await inviteTo(dana, to);
    const refused = await sendAgain(ben, to);
    expect([refused.status, refused.json.code]).toEqual([404, 'invitation_invalid']);
    for (let n = 0; n < limits.resends; n++) {
      // An email that was not sent yet is replaced.
      await delivered(app, sink, to);
      await forgetLimits();
      expect((await sendAgain(dana, to, { manager_name: 'Ignored', manager_email: 'x' })).status).toBe(200);
    }
    const used = await sendAgain(dana, to);
    expect([used.status, used.json.code, used.json.title]).toEqual([
      ...[409, 'resends_used_up', 'The email cannot be sent again'],
    ]);
    const tokens = await invitationTokens(app, sink, to);
    expect(tokens).toHaveLength(4);
    expect(new Set(tokens).size).toBe(1);
  });

  it('to an employee also needs the plan', async () => {
    await forgetLimits();
    const [sender, to] = [await signUpVerified(app), newAddress()];
    await givePlan(app, sender);
    const { id } = (await inviteTo(sender, to)).json;
    await change(id, `sent_at = now() - interval '2 days'`);
    await givePlan(app, sender, new Date(0));
    const refused = await sendAgain(sender, to);
    expect([refused.status, refused.json.code]).toEqual([403, 'plan_required']);
    expect(await delivered(app, sink, to)).toHaveLength(1);
    await givePlan(app, sender);
    expect((await sendAgain(sender, to)).status).toBe(200);
  });

  it('extends the time of the link, and is refused once the invitation has expired', async () => {
    const to = newAddress();
    const { json } = await inviteTo(dana, to);
    await change(json.id, `expires_at = now() + interval '1 hour'`);
    const again = await sendAgain(dana, to);
    expect(Date.parse(again.json.expires_at!)).toBeGreaterThan(Date.now() + 13 * 86_400_000);
    await change(json.id, `expires_at = now() - interval '1 s'`);
    expect((await sendAgain(dana, to)).json.code).toBe('invitation_invalid');
    expect((await invitationsOf(dana)).find(({ id }) => id === json.id)?.status).toBe('expired');
    // A new one takes its place.
    expect((await inviteTo(dana, to)).status).toBe(200);
  });
});

describe('withdrawing an invitation', () => {
  it('ends its link and its request, and can be repeated', async () => {
    await forgetLimits();
    const { json } = await inviteTo(dana, ben.email);
    const [token] = (await invitationTokens(app, sink, ben.email)).slice(-1);
    expect(await relationshipsOf(ben)).toMatchObject([{ relationship_id: json.id, status: 'pending' }]);
    const foreign = await withdrawInvitation(ben, json.id);
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
    for (let n = 0; n < 2; n++) expect((await withdrawInvitation(dana, json.id)).status).toBe(200);
    expect(await relationshipsOf(ben)).toEqual([]);
    expect((await readLink(app.anonymous(), token!)).status).toBe(404);
    expect((await acceptLink(ben, token!)).json.code).toBe('invitation_invalid');
    expect((await invitationsOf(dana)).map(({ id }) => id)).not.toContain(json.id);
    expect((await withdrawInvitation(dana, newId())).status).toBe(404);
  });

  it('deletes an email that is not sent yet', async () => {
    const to = newAddress();
    const { json } = await inviteTo(dana, to);
    await withdrawInvitation(dana, json.id);
    expect(await mails(app, to)).toEqual([]);
  });

  it('takes a declined one off the list, and is refused for an accepted one', async () => {
    await forgetLimits();
    const declined = (await inviteTo(dana, ben.email)).json.id;
    await answerRequest(ben, declined, 'declined');
    const shown = async () => (await invitationsOf(dana)).find(({ id }) => id === declined)?.status;
    expect(await shown()).toBe('declined');
    await withdrawInvitation(dana, declined);
    expect(await shown()).toBeUndefined();
    await forgetDeclines(app);
    const accepted = (await inviteTo(dana, ben.email)).json.id;
    await answerRequest(ben, accepted);
    expect((await withdrawInvitation(dana, accepted)).status).toBe(404);
  });
});

it('invitations that expired are closed by a job with their requests, and deleted after 30 days', async () => {
  await forgetLimits();
  const max = await signUpVerified(app, 'Max Power');
  const { json } = await inviteManager(max, dana.email);
  await change(json.id, `expires_at = now() - interval '1 s'`);
  await runJob(app, 'expire-invitations');
  expect((await relationshipsOf(dana)).map(({ relationship_id: id }) => id)).not.toContain(json.id);
  expect((await invitationsOf(max)).map(({ status }) => status)).toEqual(['expired']);
  await runJob(app, 'purge-invitations');
  expect(await invitationsOf(max)).toHaveLength(1);
  await change(json.id, `closed_at = now() - interval '31 days'`);
  await runJob(app, 'purge-invitations');
  expect(await invitationsOf(max)).toEqual([]);
});
