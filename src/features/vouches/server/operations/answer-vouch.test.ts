import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '#platform/files/test-contents.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import { listen, withinOneSecond } from '#tests/access/socket.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { delivered, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  answerLink,
  askToVouch,
  attachToVouch,
  newReference,
  openLink,
  vouchesOf,
  vouchTokens,
} from '#tests/support/vouches.ts';
import type { Verification } from '../../contract.ts';
import { expireVouches } from '../jobs.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

/** A pending vouch with its link, its owner, and a reference without an account. */
async function asked(more: object = {}) {
  const ada = await signUpVerified(app, 'Ada Example');
  const to = newReference();
  const { json: vouch } = await askToVouch(ada, { reference_email: to, ...more });
  const [token] = await vouchTokens(app, sink, vouch.reference_email);
  return { ada, to, vouch, token: token!, reference: app.anonymous() };
}
const stored = (id: string) =>
  app.database.asOwner(async (db) => (await db.query('select * from vouches where id = $1', [id])).rows[0]);
const vouchOf = async (ada: Caller) => (await vouchesOf(ada))[0]!;
const nothing = (error: string) => ({ verified: false, error, vouch: null });

describe('the link of a vouch', () => {
  it('shows what is vouched for, without an address or an id, and changes nothing', async () => {
    const { ada, vouch, token, reference } = await asked({ reference_department: 'Research' });
    const before = await stored(vouch.id);
    const shown = await openLink(reference, token);
    expect(shown).toMatchObject({
      verified: false,
      error: null,
      vouch: {
        status: 'pending',
        owner: 'Ada Example',
        project_name: vouch.project_name,
        project_context: vouch.project_context,
        individual_contribution: vouch.individual_contribution,
        reference_name: 'Grace Hopper',
        reference_position: 'Engineering Manager',
        reference_department: 'Research',
      },
    });
    for (const secret of [ada.email, ada.userId, vouch.id, vouch.reference_email])
      expect(JSON.stringify(shown)).not.toContain(secret);
    expect(await stored(vouch.id)).toEqual(before);
  });

  it.each(['', 'x', 'é'.repeat(500), "' or true --", newToken()])('%j is unknown', async (token) => {
    expect(await openLink(app.anonymous(), token)).toEqual(nothing('Invalid verification link'));
    expect((await answerLink(app.anonymous(), token)).json).toEqual(nothing('Invalid verification link'));
  });

  it('shows the files, which the reference can read until the vouch is withdrawn', async () => {
    const { ada, vouch, token, reference } = await asked();
    await attachToVouch(ada, vouch.id, png(20, 20), 'before.png');
    const { vouch: shown } = await openLink(reference, token);
    expect(shown!.files).toEqual([
      { file_name: 'before.png', file_size: png(20, 20).length, preview: 'image', url: expect.any(String) },
    ]);
    const { url } = shown!.files[0]!;
    expect(url).not.toContain(ada.userId);
    expect((await reference.call(`GET ${url}`)).status).toBe(200);
    await ada.call('POST /api/vouches/:id/withdraw', { params: { id: vouch.id } });
    expect((await reference.call(`GET ${url}`)).status).toBe(404);
  });
});

describe('confirming', () => {
  it('verifies the vouch with the corrections of the reference, and has no effect when repeated', async () => {
    const { ada, vouch, token, reference } = await asked();
    const shownHash = (await openLink(reference, token)).vouch!.content_hash;
    const { status, json } = await answerLink(reference, token, 'confirm', {
      position: ' Head of\tEngineering ',
      statement: 'Ada led this\nfrom day one.',
    });
    expect([status, json.verified, json.error]).toEqual([200, true, null]);
    expect(json.vouch).toMatchObject({
      status: 'verified',
      reference_position: 'Head of Engineering',
      statement: 'Ada led this from day one.',
    });
    const verified = await vouchOf(ada);
    expect(verified).toMatchObject({
      status: 'verified',
      is_verified: true,
      reference_position: 'Engineering Manager',
      confirmed_position: 'Head of Engineering',
      statement: 'Ada led this from day one.',
      content_hash: json.vouch!.content_hash,
      resend_from: null,
    });
    expect(verified.content_hash).not.toBe(shownHash);
    const row = await stored(vouch.id);
    for (const answer of ['confirm', 'decline'] as const) {
      const again = await answerLink(reference, token, answer, { statement: 'Something else' });
      expect(again.json).toEqual(json);
    }
    expect((await openLink(reference, token)).verified).toBe(true);
    expect(await stored(vouch.id)).toEqual(row);
  });

  it('keeps the hash that was shown if nothing is corrected or added', async () => {
    const { ada, token, reference } = await asked();
    const { vouch } = await openLink(reference, token);
    await answerLink(reference, token, 'confirm', { position: 'Engineering Manager', statement: ' ' });
    expect(await vouchOf(ada)).toMatchObject({
      confirmed_position: null,
      statement: null,
      content_hash: vouch!.content_hash,
    });
  });

  it('by 20 parallel callers verifies once, with the additions of one of them', async () => {
    const { ada, vouch, token } = await asked();
    const { vouch: shown } = await openLink(app.anonymous(), token);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        app.anonymous().call<Verification>('POST /api/functions/v1/answer-vouch', {
          body: { token, answer: 'confirm', content_hash: shown!.content_hash, statement: `Sentence ${n}` },
        }),
      ),
    );
    const [first] = answers;
    expect(first!.json.vouch!.statement).toMatch(/^Sentence \d+$/);
    for (const { status, json } of answers) {
      expect([status, json.verified]).toEqual([200, true]);
      expect({ ...json, vouch: { ...json.vouch, files: [] } }).toEqual({
        ...first!.json,
        vouch: { ...first!.json.vouch, files: [] },
      });
    }
    expect((await vouchOf(ada)).statement).toBe(first!.json.vouch!.statement);
    expect(await stored(vouch.id)).toMatchObject({ status: 'verified' });
  });

  it('of a vouch whose files changed since it was read is refused, and nothing is verified', async () => {
    const { ada, vouch, token, reference } = await asked();
    const { vouch: shown } = await openLink(reference, token);
    await attachToVouch(ada, vouch.id);
    const { status, json } = await answerLink(reference, token, 'confirm', {
      content_hash: shown!.content_hash,
    });
    expect([status, json.code]).toEqual([409, 'vouch_changed']);
    expect((await vouchOf(ada)).status).toBe('pending');
    expect((await answerLink(reference, token)).json.verified).toBe(true);
  });

  it('refuses texts that are too long, at exactly the limits', async () => {
    const { token, reference } = await asked();
    for (const [more, status] of [
      [{ position: 'x'.repeat(101) }, 400],
      [{ statement: 'x'.repeat(301) }, 400],
      [{ position: '𝒙'.repeat(100), statement: '𝒙'.repeat(300) }, 200],
    ] as const) {
      const answer = await answerLink(reference, token, 'confirm', more);
      expect([answer.status, answer.json.code]).toEqual([
        status,
        status === 400 ? 'text_too_long' : undefined,
      ]);
    }
  });
});

describe('the email to the owner about the answer', () => {
  const answersTo = async (ada: Caller) =>
    (await delivered(app, sink, ada.email))
      .map(({ mail }) => mail)
      .filter(({ subject }) => /vouch/.test(subject!));

  it('says who confirmed what, and what they added, once', async () => {
    const { ada, token, reference } = await asked();
    for (const _ of [1, 2]) await answerLink(reference, token, 'confirm', { statement: 'She led this.' });
    const found = await answersTo(ada);
    expect(found.map(({ subject }) => subject)).toEqual(['Your vouch was verified']);
    for (const part of ['Grace Hopper confirmed', '> Billing migration', '> She led this.', '/mail/stop?'])
      expect(found[0]!.text).toContain(part);
  });

  it('reports a refusal, and again if the reference confirms after all, beyond the limits of email to strangers', async () => {
    const { ada, token, reference } = await asked();
    await app.database.asOwner((db) =>
      db.query(
        `insert into limit_hits (kind, key, at) select 'mail to a stranger', 'to ' || $1::text, now()
         from generate_series(1, 9)`,
        [ada.email],
      ),
    );
    await answerLink(reference, token, 'decline');
    expect((await answersTo(ada)).map(({ subject }) => subject)).toEqual(['Your vouch was declined']);
    await answerLink(reference, token);
    expect((await answersTo(ada)).map(({ subject }) => subject)).toEqual([
      ...['Your vouch was declined', 'Your vouch was verified'],
    ]);
  });

  it('is not sent to an owner who unsubscribed, or whose vouch is deleted meanwhile', async () => {
    const [silent, gone] = [await asked(), await asked()];
    await app.database.asOwner((db) =>
      db.query('insert into mail_suppressions (address) values ($1)', [silent.ada.email]),
    );
    for (const { token, reference } of [silent, gone]) await answerLink(reference, token);
    await gone.ada.call('DELETE /api/vouches/:id', { params: { id: gone.vouch.id } });
    for (const { ada } of [silent, gone]) expect(await answersTo(ada)).toEqual([]);
  });

  it('shows hostile texts of the reference as text', async () => {
    const { ada, token, reference } = await asked();
    await answerLink(reference, token, 'confirm', { statement: '<img src=x onerror=alert(1)>\u202e' });
    const [mail] = await answersTo(ada);
    expect(mail!.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail!.text).not.toContain('\u202e');
  });
});

it('an open page of the owner is notified of the answer within a second, and no other page', async () => {
  const { ada, vouch, token, reference } = await asked();
  const eve = await signUpVerified(app, 'Eve');
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const [page, other] = [ada, eve].map((caller) =>
    listen(`${address.replace(/^http/, 'ws')}/api/live`, {
      authorization: `Bearer ${caller.cookies['logbook-access']}`,
    }),
  );
  await Promise.all([page!.settled, other!.settled]);
  await answerLink(reference, token);
  await expect.poll(() => page!.events, withinOneSecond).toContainEqual({ kind: 'vouches', id: vouch.id });
  expect(other!.events).toEqual([]);
  page!.close();
  other!.close();
});

it('no log line of any level contains the token, whatever the request', async () => {
  const logged = await startMailingApp({ LOG_LEVEL: 'trace' });
  const lines = linesOf(logged.app);
  try {
    const ada = await signUpVerified(logged.app);
    const to = newReference();
    await askToVouch(ada, { reference_email: to });
    const [token] = await vouchTokens(logged.app, logged.sink, to);
    const reference = logged.app.anonymous();
    for (const key of ['GET', 'POST', 'PUT'])
      await reference.call(`${key} /verify-vouch?token=${token}`, {
        headers: { referer: `/verify-vouch?token=${token}` },
      });
    await reference.call(`GET /api/verify-vouch/${token}%zz?token=${token}`);
    await reference.call('POST /api/functions/v1/verify-vouch', { body: { token, more: token } });
    // An error of the database while the request is handled.
    await logged.app.database.asOwner((db) => db.query('alter table vouch_tokens rename to away'));
    expect((await reference.call('POST /api/functions/v1/verify-vouch', { body: { token } })).status).toBe(
      500,
    );
    await logged.app.database.asOwner((db) => db.query('alter table away rename to vouch_tokens'));
    expect((await answerLink(reference, token!)).json.verified).toBe(true);
    logged.app.server.log.info(
      { req: { method: 'GET', url: `/verify-vouch?token=${token}` } },
      'the last line',
    );
    expect(lines.some((line) => line.includes('request failed'))).toBe(true);
    expect(lines.at(-1)).toMatch(/"path":"\/verify-vouch".*the last line/);
    expect(lines.filter((line) => line.includes(token!))).toEqual([]);
  } finally {
    await logged.app.close();
  }
});

/** Collects the log lines of an app, instead of writing them. */
function linesOf({ server }: TestApp): string[] {
  const lines: string[] = [];
  const symbol = Object.getOwnPropertySymbols(server.log).find(
    ({ description }) => description === 'pino.stream',
  )!;
  Object.assign(server.log, { [symbol]: { write: (line: string) => lines.push(line) } });
  return lines;
}

describe('declining', () => {
  it('is final for the owner, and the reference can still confirm', async () => {
    const { ada, vouch, token, reference } = await asked();
    for (const _ of [1, 2]) {
      const { json } = await answerLink(reference, token, 'decline', { statement: 'Ignored' });
      expect(json).toMatchObject({ verified: false, error: null, vouch: { status: 'declined' } });
    }
    expect(await vouchOf(ada)).toMatchObject({ status: 'declined', statement: null, resend_from: null });
    for (const action of ['resend', 'withdraw', 'reopen'] as const) {
      const { status, json } = await ada.call<{ code: string }>(`POST /api/vouches/:id/${action}`, {
        params: { id: vouch.id },
      });
      expect([status, json.code]).toEqual([409, 'vouch_closed']);
    }
    expect((await answerLink(reference, token)).json.verified).toBe(true);
  });
});

describe('the owner cannot verify', () => {
  it('with their own session', async () => {
    const { ada, token } = await asked();
    const own = nothing('You cannot verify your own vouch');
    expect(await openLink(ada, token)).toEqual(own);
    const { vouch } = await openLink(app.anonymous(), token);
    const { json } = await answerLink(ada, token, 'confirm', { content_hash: vouch!.content_hash });
    expect(json).toEqual(own);
    expect((await vouchOf(ada)).status).toBe('pending');
  });

  it('through an address that has become one of their own in the meantime', async () => {
    const to = 'owned-meanwhile@example.com';
    const { ada, token, reference } = await asked({ reference_email: to });
    await app.database.asOwner(async (db) => {
      await db.query(
        'insert into user_emails (id, user_id, email, verified_at) values (gen_random_uuid(), $1, $2, now())',
        [ada.userId, to],
      );
      await db.query('delete from user_emails where user_id = $1', [ada.userId]);
    });
    expect((await answerLink(reference, token)).json).toEqual(nothing('You cannot verify your own vouch'));
  });

  it('after the address became one of their own, verified or not, even as an alias', async () => {
    for (const [to, extra] of [
      ['later-own@example.com', 'later-own@example.com'],
      ['later.own+work@gmail.com', 'laterown@googlemail.com'],
    ] as const) {
      const { ada, token, reference } = await asked({ reference_email: to });
      expect((await openLink(reference, token)).error).toBeNull();
      await app.database.asOwner((db) =>
        db.query('insert into user_emails (id, user_id, email) values (gen_random_uuid(), $1, $2)', [
          ada.userId,
          extra,
        ]),
      );
      expect((await answerLink(reference, token)).json).toEqual(nothing('You cannot verify your own vouch'));
      expect((await vouchOf(ada)).status).toBe('pending');
    }
  });
});

describe('a link that has ended', () => {
  it('is replaced by a resend, and only the newest verifies', async () => {
    const { ada, to, vouch, token, reference } = await asked();
    await ada.call('POST /api/vouches/:id/resend', { params: { id: vouch.id } });
    const [, newest] = await vouchTokens(app, sink, to);
    const replaced = nothing('A newer email replaced this link. Please use the newest one.');
    expect((await answerLink(reference, token)).json).toEqual(replaced);
    expect((await answerLink(reference, newest!)).json.verified).toBe(true);
    expect(await openLink(reference, token)).toEqual(replaced);
  });

  it('expires after 30 days, even before the job runs', async () => {
    const { ada, vouch, token, reference } = await asked();
    await app.database.asOwner((db) =>
      db.query(`update vouches set expires_at = now() - interval '1 s' where id = $1`, [vouch.id]),
    );
    const expired = nothing('This verification link has expired');
    expect((await answerLink(reference, token)).json).toEqual(expired);
    expect((await vouchOf(ada)).status).toBe('expired');
    expect(await expireVouches(app.database.jobs)).toBe(1);
    expect(await expireVouches(app.database.jobs)).toBe(0);
    expect((await openLink(reference, token)).error).toBe(expired.error);
    expect((await vouchOf(ada)).status).toBe('expired');
    const resent = await ada.call('POST /api/vouches/:id/resend', { params: { id: vouch.id } });
    expect([resent.status, (await vouchOf(ada)).status]).toEqual([200, 'pending']);
  });

  it('is withdrawn or deleted with the vouch, and works again after Undo', async () => {
    const { ada, vouch, token, reference } = await asked();
    const call = (key: `${'POST' | 'DELETE'} /${string}`) => ada.call(key, { params: { id: vouch.id } });
    await call('POST /api/vouches/:id/withdraw');
    expect((await answerLink(reference, token)).json).toEqual(nothing('This request was withdrawn'));
    await call('POST /api/vouches/:id/reopen');
    expect((await openLink(reference, token)).error).toBeNull();
    await call('DELETE /api/vouches/:id');
    expect((await answerLink(reference, token)).json).toEqual(nothing('Invalid verification link'));
    await call('POST /api/vouches/:id/restore');
    expect((await answerLink(reference, token)).json.verified).toBe(true);
  });

  it('ends with the account of the owner', async () => {
    const { ada, token, reference } = await asked();
    expect((await ada.call('POST /api/functions/v1/delete-account')).status).toBe(200);
    expect(await openLink(reference, token)).toEqual(nothing('Invalid verification link'));
  });
});
