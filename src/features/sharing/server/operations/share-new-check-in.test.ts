import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { hostileAddresses, scripts } from '#tests/support/hostile-texts.ts';
import { delivered, mails, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import { appSecret } from '#tests/support/open-test-database.ts';
import {
  forgetMailLimits,
  mailStates,
  readEntry,
  shoutoutsOf,
  stranger,
  teammate,
  timelineOf,
  writeShared,
} from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { limits as shoutoutLimits } from '#features/shoutouts/constants.ts';
import { shareLimits } from '../../constants.ts';

let app: TestApp;
let sink: SmtpSink;
let ada: Caller;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  ada = await signUpVerified(app, 'Ada Example');
});
afterAll(() => app.close());

const snapshotTo = async (to: string) => (await delivered(app, sink, to))[0]!;

describe('a new entry', () => {
  it('is shared with a manager and a teammate in one request', async () => {
    const [boss, bo] = [stranger(), stranger()];
    const { status, json } = await writeShared(ada, {
      manager_email: ` ${boss.toUpperCase()} `,
      teammate: teammate(bo, { message: ' For your\r\nhelp ' }),
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ shared_with_manager: true, manager_email: boss, manager_email_state: null },
      ...{ teammate_email: bo, teammate_message: 'For your\nhelp', teammate_email_state: null },
    });
    expect(await readEntry(ada, json.id)).toEqual(json);
    expect((await timelineOf(ada))[0]).toEqual(json);
    expect((await mails(app, boss)).map(({ kind }) => kind)).toEqual(['manager-snapshot']);
    expect((await mails(app, bo)).map(({ kind }) => kind)).toEqual(['shoutout']);
    const [shoutout] = await shoutoutsOf(ada);
    expect(shoutout).toMatchObject({ check_in_id: json.id, excerpt: 'Shipped it', recipient_email: bo });
  });

  it('is written and shared once by 20 parallel repeats, and by later ones', async () => {
    const [boss, bo] = [stranger(), stranger()];
    const body = { id: newId(), manager_email: boss, teammate: teammate(bo) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => writeShared(ada, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await writeShared(ada, body)).json).toEqual(answers[0]!.json);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([await mailStates(app, boss), await mailStates(app, bo)]).toEqual([['queued'], ['queued']]);
    expect((await shoutoutsOf(ada)).filter((row) => row.recipient_email === bo)).toHaveLength(1);
  });

  it('is not shared by a repeat that adds sharing, and stays as changed since by a repeat of the same', async () => {
    const id = newId();
    await writeShared(ada, { id });
    const other = { id: newId(), manager_email: stranger() };
    await writeShared(ada, other);
    const replaced = await writeShared(ada, { ...other, manager_email: stranger() });
    expect([replaced.status, replaced.json.code]).toEqual([409, 'id_taken']);
    for (const more of [{ manager_email: stranger() }, { teammate: teammate(stranger()) }]) {
      const { status, json } = await writeShared(ada, { id, ...more });
      expect([status, json.code]).toEqual([409, 'id_taken']);
    }
    const shared = { id: newId(), manager_email: stranger() };
    await writeShared(ada, shared);
    await ada.call('DELETE /api/check_ins/:id/share', { params: { id: shared.id } });
    const { status, json } = await writeShared(ada, shared);
    expect([status, json.shared_with_manager]).toEqual([200, false]);
  });

  it('shows the first shoutout about it, including one that is sent later', async () => {
    const { json: entry } = await writeShared(ada);
    const [first, second] = [stranger(), stranger()];
    for (const to of [first, second])
      await ada.call('POST /api/shoutouts', {
        body: { id: newId(), recipient_email: to, message: `To ${to}`, check_in_id: entry.id },
      });
    expect(await readEntry(ada, entry.id)).toMatchObject({
      teammate_email: first,
      teammate_message: `To ${first}`,
    });
  });
});

describe('a refused request', () => {
  it('stores nothing and names what is wrong', async () => {
    const to = stranger();
    const extra = `extra-${ada.email}`;
    await ada.call('POST /api/user_emails', { body: { id: newId(), email: extra } });
    const manager = (manager_email: string) => ({ manager_email });
    const message = (text: string) => ({ teammate: teammate(to, { message: text }) });
    const cases: [object, string][] = [
      [manager(' '), 'manager_email_required'],
      [manager('boss'), 'invalid_manager_email'],
      [manager(ada.email), 'own_manager_address'],
      [manager(extra.toUpperCase()), 'own_manager_address'],
      [{ manager_email: to, teammate: teammate(' ') }, 'teammate_email_required'],
      [{ manager_email: to, teammate: teammate('bo@') }, 'invalid_teammate_email'],
      [{ manager_email: to, teammate: teammate(extra) }, 'own_teammate_address'],
      [message(' \n'), 'teammate_message_required'],
      [message('x'.repeat(shoutoutLimits.message + 1)), 'teammate_message_too_long'],
      [{ manager_email: to, content: ' ' }, 'content_required'],
    ];
    const before = await timelineOf(ada);
    for (const [body, code] of cases) {
      const { status, json } = await writeShared(ada, body);
      expect([status, json.code]).toEqual([400, code]);
    }
    expect(await timelineOf(ada)).toEqual(before);
    expect(await mails(app, to)).toEqual([]);
    expect((await shoutoutsOf(ada)).some((row) => row.recipient_email === to)).toBe(false);
  });

  it.each(hostileAddresses)('is one with the hostile address %j', async (to) => {
    const codes = [];
    for (const body of [{ manager_email: to }, { teammate: teammate(to) }])
      codes.push((await writeShared(ada, body)).json.code);
    expect(codes).toEqual([
      expect.stringMatching(/^(invalid_manager_email|manager_email_required)$/),
      expect.stringMatching(/^(invalid_teammate_email|teammate_email_required)$/),
    ]);
  });

  it("is one with another user's entry or shoutout id, and leaves no entry", async () => {
    const bo = await signUpVerified(app, 'Bo Example');
    const { json: others } = await writeShared(bo, { teammate: teammate(stranger()) });
    const [shoutout] = await shoutoutsOf(bo);
    const before = await timelineOf(ada);
    const sent = teammate(stranger(), { id: shoutout!.id });
    for (const body of [{ id: others.id, manager_email: stranger() }, { teammate: sent }]) {
      const { status, json } = await writeShared(ada, body);
      expect([status, json.code]).toEqual([409, 'id_taken']);
    }
    expect(await timelineOf(ada)).toEqual(before);
  });

  it('is one over the limit of shoutouts, until which all are sent', async () => {
    const cleo = await signUpVerified(app, 'Cleo Example');
    await app.database.asOwner((db) =>
      db.query(`insert into limit_hits (kind, key) select 'shoutout', $1 from generate_series(1, 199)`, [
        cleo.userId,
      ]),
    );
    expect((await writeShared(cleo, { teammate: teammate(stranger()) })).status).toBe(200);
    const { status, json, headers } = await writeShared(cleo, { teammate: teammate(stranger()) });
    expect([status, json.code, Number(headers['retry-after'])]).toEqual([
      429,
      'too_many_shoutouts',
      expect.any(Number),
    ]);
    expect(await timelineOf(cleo)).toHaveLength(1);
  });
});

describe('the limit of emails to managers', () => {
  it('also applies to correspondents, stores nothing beyond it, and counts entries that are shared later', async () => {
    const dan = await signUpVerified(app, 'Dan Example');
    const friend = await signUpVerified(app, 'Friend Example');
    await friend.call('POST /api/shoutouts', {
      body: { id: newId(), recipient_email: dan.email, message: 'Thanks' },
    });
    const { managerEmailsPerHour: max } = shareLimits;
    await app.database.asOwner((db) =>
      db.query(`insert into limit_hits (kind, key) select 'manager email', $1 from generate_series(1, $2)`, [
        dan.userId,
        max - 5,
      ]),
    );
    const share = { manager_email: friend.email };
    const answers = await Promise.all(Array.from({ length: 8 }, () => writeShared(dan, share)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.json.code).toBe('too_many_manager_emails');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await timelineOf(dan)).toHaveLength(5);
    const { json: entry } = await writeShared(dan);
    const later = await dan.call<ProblemBody>('POST /api/functions/v1/send-manager-snapshot', {
      body: { check_in_id: entry.id, managerEmail: friend.email },
    });
    expect([later.status, later.json.code]).toEqual([429, 'too_many_manager_emails']);
    const sent = await mails(app, friend.email);
    expect(sent.filter(({ kind }) => kind === 'manager-snapshot')).toHaveLength(5);
  });
});

describe('an address whose former owner had correspondents', () => {
  it('does not make its next owner a correspondent', async () => {
    const sender = await signUpVerified(app, 'Sender Example');
    const former = await signUpVerified(app, 'Former Example');
    const address = former.email;
    await sender.call('POST /api/shoutouts', {
      body: { id: newId(), recipient_email: address, message: 'Thanks' },
    });
    const { status } = await former.call('POST /api/functions/v1/delete-account', {
      body: { password: 'a good long passphrase' },
    });
    expect(status).toBe(200);
    const next = await signUpVerified(app, 'Next Example');
    await app.database.asOwner((db) =>
      db.query('update users set email = $2 where id = $1', [next.userId, address]),
    );
    const states = [];
    for (let n = 0; n < 4; n++)
      states.push((await writeShared(next, { manager_email: sender.email })).json.manager_email_state);
    expect(states).toEqual([null, null, null, 'waiting']);
  });
});

describe('ids', () => {
  it('of an entry and a shoutout may be those of existing emails', async () => {
    const boss = stranger();
    await writeShared(ada, { manager_email: boss });
    const [mail] = await mails(app, boss);
    const body = {
      id: mail!.id,
      manager_email: stranger(),
      teammate: teammate(stranger(), { id: mail!.id }),
    };
    expect((await writeShared(ada, body)).status).toBe(200);
  });
});

describe('the email to a manager', () => {
  it('contains the entry, names the sender, and links to the snapshot', async () => {
    const boss = stranger();
    const { json } = await writeShared(ada, {
      ...{ content: 'Migrated\nthe billing system', emoji: '🚀', manager_email: boss },
    });
    const { mail, to } = await snapshotTo(boss);
    expect(to).toEqual([boss]);
    expect(mail.subject).toBe('Ada Example shared a check-in with you');
    expect(mail.from).toMatchObject({ name: 'Ada Example via Logbook' });
    expect(mail.replyTo).toEqual([expect.objectContaining({ address: ada.email })]);
    for (const part of [mail.text!, mail.html!]) {
      for (const text of ['🚀 Migrated', 'the billing system', `Ada Example (${ada.email})`])
        expect(part).toContain(text);
      expect(part).toContain(`${app.config.appUrl}/mail/stop?`);
    }
    const token = /\/manager-snapshot\?s=([\w-]+)/.exec(mail.text!)![1]!;
    expect(mail.html).toContain(`${app.config.appUrl}/manager-snapshot?s=${token}`);
    const links = new SnapshotLinks(app.config.appUrl, appSecret);
    expect(links.verify(token)).toMatchObject({ checkInId: json.id, managerEmail: boss });
  });

  it('contains 2,000 characters, and an ellipsis if there are more', async () => {
    const [whole, longer] = [stranger(), stranger()];
    await writeShared(ada, { content: '😀'.repeat(2000), manager_email: whole });
    await writeShared(ada, { content: '😀'.repeat(2001), manager_email: longer });
    const text = async (to: string) => (await snapshotTo(to)).mail.text!.replace(/\s/g, '');
    expect(await text(whole)).toContain('😀'.repeat(2000));
    expect(await text(whole)).not.toContain('…');
    expect(await text(longer)).toContain(`${'😀'.repeat(2000)}…`);
  });

  it("writes a verified user's name as the user does", async () => {
    const boss = stranger();
    const author = await signUpVerified(app, 'Ana 3rd, de la Cruz Rodríguez Fernández (Quality & Safety)');
    await writeShared(author, { manager_email: boss });
    const { mail } = await snapshotTo(boss);
    expect(mail.subject).toBe(
      'Ana 3rd, de la Cruz Rodríguez Fernández (Quality & Safety) shared a check-in with you',
    );
    expect(mail.text).toContain(author.email);
  });

  it('shows 40 hostile texts as text, with links to this instance only', async () => {
    const boss = stranger();
    for (const content of scripts) {
      await forgetMailLimits(app);
      expect((await writeShared(ada, { content, manager_email: boss })).status).toBe(200);
    }
    const found = await delivered(app, sink, boss);
    expect(found).toHaveLength(scripts.length);
    const allowed = 'html head meta title style body table tbody tr td h1 p a br'.split(' ');
    for (const { mail } of found) {
      const tags = [...mail.html!.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag!.toLowerCase());
      expect(tags.filter((tag) => !allowed.includes(tag))).toEqual([]);
      const attributes = [...mail.html!.matchAll(/<[a-z0-9]+((?:\s+[\w-]+="[^"]*")*)\s*\/?>/gi)].join(' ');
      expect(attributes).not.toMatch(/\son\w+=/i);
      for (const [, href] of mail.html!.matchAll(/href="([^"]*)"/g))
        expect(href!.startsWith(app.config.appUrl)).toBe(true);
    }
  });
});
