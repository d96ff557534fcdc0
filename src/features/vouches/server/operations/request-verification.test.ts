import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Answer, Caller } from '#tests/support/caller.ts';
import { hostileAddresses, scripts } from '#tests/support/hostile-texts.ts';
import {
  delivered,
  mails,
  post,
  runJob,
  signUpVerified,
  startMailingApp,
  work,
} from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { askToVouch, newReference, publicVouch, visitor } from '#tests/support/vouches.ts';
import { requestLimits } from '../../request-constants.ts';
import type { VerificationRequest } from '../../request-contract.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp({ TRUSTED_PROXIES: '127.0.0.1' }));
});
afterAll(() => app.close());

let networks = 0;
/** The network of a visitor who has not sent anything yet. */
const newNetwork = () => `198.51.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`;

type Refusable = { sent?: true; code?: string; title?: string; detail?: string };
type More = Partial<typeof visitor> & { from?: string; caller?: Caller };

function ask(
  vouchId: string,
  { from = newNetwork(), caller = app.anonymous(), ...more }: More = {},
): Promise<Answer<Refusable>> {
  return caller.call<Refusable>('POST /api/vouch_verification_requests', {
    body: { vouch_id: vouchId, ...visitor, ...more },
    headers: { 'x-forwarded-for': from },
  });
}

async function requestsOf(owner: Caller, query: object = {}) {
  const { json } = await owner.call<{ rows: VerificationRequest[]; next: string | null }>(
    'GET /api/vouch_verification_requests',
    { query: query as Record<string, unknown> },
  );
  return json;
}

/** The emails about visitors' requests that a reference has received. */
async function relayed(to: string) {
  return (await delivered(app, sink, to)).filter(({ mail }) => mail.subject?.startsWith('Someone asks'));
}

const newOwner = () => signUpVerified(app, 'Ada Example');

describe('a verification request', () => {
  it('is emailed to the reference as a quote, with replies to the visitor and a notice, and the owner can read it', async () => {
    const ada = await newOwner();
    const { id, publicId, to } = await publicVouch(app, ada);
    const answer = await ask(publicId);
    expect([answer.status, answer.json]).toEqual([200, { sent: true }]);
    const [message, ...more] = await relayed(to);
    expect(more).toEqual([]);
    const { mail } = message!;
    expect(message!.to).toEqual([to]);
    expect(mail.subject).toBe('Someone asks you to confirm your vouch for Ada Example');
    expect(mail.replyTo).toEqual([expect.objectContaining({ address: 'violet@example.net' })]);
    expect(mail.from).toMatchObject({ name: app.config.instanceName });
    for (const part of [
      'Hello Grace Hopper',
      'Violet Visitor (violet@example.net)',
      'Billing migration',
      '> Did Ada\n> really do this?',
      'has not checked who that is',
      `${app.config.appUrl}/mail/stop?`,
    ])
      expect(mail.text!.replace(/(?<!^>.*)\n(?![>\n])/gm, ' ')).toContain(part);
    expect((await requestsOf(ada)).rows).toEqual([
      { id: expect.any(String), vouch_id: id, ...visitor, created_at: expect.any(String) },
    ]);
    expect((await requestsOf(await newOwner())).rows).toEqual([]);
  });

  it('gets the same response without effect if the vouch is unknown, pending or deleted, or its page is off', async () => {
    const ada = await newOwner();
    const { json: pending } = await askToVouch(ada);
    const [deleted, off] = [await publicVouch(app, ada), await publicVouch(app, await newOwner())];
    const publicIdOf = (id: string) =>
      app.database.asOwner(async (db) => {
        const found = await db.query<{ public_id: string }>('select public_id from vouches where id = $1', [
          id,
        ]);
        return found.rows[0]!.public_id;
      });
    await ada.call('DELETE /api/vouches/:id', { params: { id: deleted.id } });
    await app.database.asOwner((db) =>
      db.query(
        'update profiles set is_public = false where user_id = (select user_id from vouches where id = $1)',
        [off.id],
      ),
    );
    const shown = await publicVouch(app, await newOwner());
    const good = await ask(shown.publicId);
    const { 'x-request-id': _, date: __, ...headers } = good.headers;
    for (const id of [
      ...[crypto.randomUUID(), await publicIdOf(pending.id), deleted.publicId, off.publicId],
      // The internal id is not the one of the page.
      shown.id,
    ]) {
      const answer = await ask(id);
      expect([answer.status, answer.text]).toEqual([good.status, good.text]);
      expect(answer.headers).toMatchObject(headers);
    }
    const { rows } = await app.database.asOwner((db) =>
      db.query('select vouch_id from vouch_verification_requests where vouch_id = any ($1)', [
        [pending.id, deleted.id, off.id, shown.id],
      ]),
    );
    expect(rows).toEqual([{ vouch_id: shown.id }]);
  });

  it('is not emailed if the page is switched off before the email is written', async () => {
    const ada = await newOwner();
    const { publicId, to } = await publicVouch(app, ada);
    await ask(publicId);
    await app.database.asOwner((db) =>
      db.query('update profiles set is_public = false where user_id = $1', [ada.userId]),
    );
    expect(await relayed(to)).toEqual([]);
  });

  it('that waits is not emailed if the vouch is deleted or its page switched off before it is sent', async () => {
    for (const end of [
      (owner: Caller, id: string) => owner.call('DELETE /api/vouches/:id', { params: { id } }),
      ({ userId }: Caller) =>
        app.database.asOwner((db) =>
          db.query('update profiles set is_public = false where user_id = $1', [userId]),
        ),
    ]) {
      const ada = await newOwner();
      const { id, publicId, to } = await publicVouch(app, ada);
      for (let n = 0; n < 6; n++) await ask(publicId, { message: `Question ${n}` });
      expect(await relayed(to)).toHaveLength(5);
      await end(ada, id);
      await app.database.asOwner((db) => db.query('delete from limit_hits'));
      await runJob(app, 'release-mails');
      expect(await relayed(to)).toHaveLength(5);
      expect((await mails(app, to)).filter(({ kind }) => kind === 'verification-request')).toHaveLength(5);
    }
  });

  it('is emailed once, even with two jobs for it', async () => {
    const ada = await newOwner();
    const { publicId, to } = await publicVouch(app, ada);
    await ask(publicId);
    const { rows } = await requestsOf(ada);
    for (const _ of [1, 2]) {
      await app.database.asOwner((db) =>
        db.query(`select app.enqueue('relay-verification-request', json_build_object('id', $1::uuid))`, [
          rows[0]!.id,
        ]),
      );
      expect(await relayed(to)).toHaveLength(1);
    }
  });

  it('needs all three fields, and refuses texts beyond the limits', async () => {
    const { publicId } = await publicVouch(app, await newOwner());
    for (const field of ['requester_name', 'requester_email', 'message']) {
      const { status, json } = await ask(publicId, { [field]: ' \u200b\n' });
      expect([field, status, json.title, json.detail]).toEqual([
        ...[field, 400, 'All fields required', 'Please fill out all fields.'],
      ]);
    }
    for (const [more, status] of [
      [{ requester_name: '𝒙'.repeat(requestLimits.name + 1) }, 400],
      [{ message: '𝒙'.repeat(requestLimits.message + 1) }, 400],
      [{ requester_name: '𝒙'.repeat(requestLimits.name), message: '𝒙'.repeat(requestLimits.message) }, 200],
    ] as const)
      expect((await ask(publicId, more)).status).toBe(status);
  });

  it('is refused for hostile addresses, which reach no header of an email', async () => {
    const { publicId, to } = await publicVouch(app, await newOwner());
    for (const requester_email of hostileAddresses) {
      const { status, json } = await ask(publicId, { requester_email });
      expect([requester_email, status, json.code]).toEqual([
        ...[requester_email, 400, expect.stringMatching(/^(invalid_email|all_fields_required)$/)],
      ]);
    }
    expect(await relayed(to)).toEqual([]);
  });

  it('shows hostile texts as text, with links to this instance only, and never a hostile name of the visitor', async () => {
    const owner = await signUpVerified(app, 'Anna-Lena Müller, PhD & Partner 2');
    const { publicId, to } = await publicVouch(app, owner);
    const texts = scripts.slice(0, 5);
    for (const text of texts) {
      const more = { message: `${text}\u202e`, requester_name: `Click ${text}`.slice(0, 100) };
      expect((await ask(publicId, more)).status).toBe(200);
    }
    await app.database.asOwner((db) => db.query('delete from limit_hits'));
    const found = await relayed(to);
    expect(found.length).toBeGreaterThan(0);
    const allowed = 'html head meta title style body table tbody tr td h1 p a br'.split(' ');
    for (const { mail } of found) {
      const tags = [...mail.html!.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag!.toLowerCase());
      expect(tags.filter((tag) => !allowed.includes(tag))).toEqual([]);
      for (const [, href] of mail.html!.matchAll(/href="([^"]*)"/g))
        expect(href!.startsWith(app.config.appUrl)).toBe(true);
      expect(mail.text).not.toMatch(/Click|\u202e/);
      expect(mail.text).toContain('Anna-Lena Müller, PhD & Partner 2');
    }
  });

  it('from a signed-in visitor is sent by the instance: not held, and without their account', async () => {
    const eve = await app.signUp('Eve Example');
    const { publicId, to } = await publicVouch(app, await newOwner());
    expect((await ask(publicId, { caller: eve })).json).toEqual({ sent: true });
    const [message] = await relayed(to);
    expect(message!.raw).not.toMatch(/Eve Example/);
    expect(message!.raw).not.toContain(eve.email);
  });

  it('is stored and emailed once if it is repeated', async () => {
    const ada = await newOwner();
    const { publicId, to } = await publicVouch(app, ada);
    const from = newNetwork();
    const answers = await Promise.all([1, 2, 3].map(() => ask(publicId, { from })));
    expect(answers.map(({ json }) => json)).toEqual([{ sent: true }, { sent: true }, { sent: true }]);
    expect((await requestsOf(ada)).rows).toHaveLength(1);
    expect(await relayed(to)).toHaveLength(1);
  });
});

describe('the limits of verification requests', () => {
  it('are exactly 3 a day from one network about one vouch, for 20 parallel callers, whether or not it exists', async () => {
    const ada = await newOwner();
    const { publicId } = await publicVouch(app, ada);
    for (const id of [publicId, crypto.randomUUID()]) {
      const from = newNetwork();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => ask(id, { from, message: `Question ${n}` })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(requestLimits.perVisitor);
      for (const { json } of answers.filter(({ status }) => status !== 200))
        expect([json.code, json.title, json.detail]).toEqual([
          'too_many_tries',
          'Failed to send request',
          'Please try again later.',
        ]);
    }
    expect((await requestsOf(ada)).rows).toHaveLength(requestLimits.perVisitor);
  });

  it('are 20 a day from one network about all vouches, and 10 about one vouch from all networks', async () => {
    const from = newNetwork();
    const statuses: number[] = [];
    for (let n = 0; n < requestLimits.perNetwork + 1; n++)
      statuses.push((await ask(crypto.randomUUID(), { from })).status);
    expect([statuses.indexOf(429), statuses.length]).toEqual([requestLimits.perNetwork, 21]);
    const id = crypto.randomUUID();
    const about: number[] = [];
    for (let n = 0; n < requestLimits.perVouch + 1; n++) about.push((await ask(id)).status);
    expect([about.indexOf(429), about.length]).toEqual([requestLimits.perVouch, 11]);
  });

  it('leave room for other email to the reference, and vice versa', async () => {
    const [ada, to] = [await newOwner(), newReference()];
    const { publicId } = await publicVouch(app, ada, { reference_email: to });
    await app.database.asOwner((db) => db.query(`delete from limit_hits`));
    for (let n = 0; n < 6; n++) await ask(publicId, { message: `Question ${n}` });
    expect(await relayed(to)).toHaveLength(5);
    const others = [await newOwner(), await newOwner()];
    const states: string[] = [];
    for (let n = 0; n < 6; n++) states.push(await post(app, others[n % 2]!, to));
    expect(states).toEqual([...Array<string>(5).fill('queued'), 'waiting']);

    const next = newReference();
    const { publicId: second } = await publicVouch(app, ada, { reference_email: next });
    await app.database.asOwner((db) => db.query(`delete from limit_hits`));
    for (let n = 0; n < 6; n++) await post(app, others[n % 2]!, next);
    await ask(second);
    expect(await relayed(next)).toHaveLength(1);
  });

  it('let a reference get 5 emails a day, regardless of the number of vouches, and the rest waits', async () => {
    const [ada, to] = [await newOwner(), newReference()];
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await publicVouch(app, ada, { reference_email: to })).publicId);
    await app.database.asOwner((db) => db.query(`delete from limit_hits where kind = 'mail to a stranger'`));
    for (const id of ids) for (const message of ['One', 'Two']) await ask(id, { message });
    expect(await relayed(to)).toHaveLength(5);
    const kinds = (await mails(app, to)).filter(({ kind }) => kind === 'verification-request');
    expect(kinds.map(({ state }) => state).toSorted()).toEqual([...Array<string>(5).fill('sent'), 'waiting']);
  });

  it('end with one click by the reference, which the visitor does not notice', async () => {
    const { publicId, to } = await publicVouch(app, await newOwner());
    await ask(publicId);
    const [message] = await relayed(to);
    const link = new URL(/https?:\S+\/mail\/stop\?\S+/.exec(message!.mail.text!)![0]);
    expect((await app.anonymous().call(`POST ${link.pathname}${link.search}`)).status).toBe(200);
    expect((await ask(publicId, { message: 'Again' })).json).toEqual({ sent: true });
    expect(await relayed(to)).toHaveLength(1);
  });
});

it('requests are listed newest first, in pages, and go with their vouch and its account', async () => {
  const ada = await newOwner();
  const { id, publicId } = await publicVouch(app, ada);
  for (const message of ['First', 'Second', 'Third']) await ask(publicId, { message });
  const first = await requestsOf(ada, { limit: 2 });
  const second = await requestsOf(ada, { limit: 2, before: first.next });
  expect([...first.rows, ...second.rows].map(({ message }) => message)).toEqual(['Third', 'Second', 'First']);
  expect(second.next).toBeNull();
  const other = await publicVouch(app, ada, { project_name: 'Another project' });
  await ask(other.publicId, { message: 'Fourth' });
  const about = (await requestsOf(ada, { vouch_id: id, limit: 2 })).rows;
  expect(about.map(({ message }) => message)).toEqual(['Third', 'Second']);
  const [fourth, ...none] = (await requestsOf(ada, { vouch_id: other.id })).rows;
  expect([fourth?.message, none]).toEqual(['Fourth', []]);
  await ada.call('DELETE /api/vouches/:id', { params: { id: other.id } });
  await ada.call('DELETE /api/vouches/:id', { params: { id } });
  expect((await requestsOf(ada)).rows).toEqual([]);
  await ada.call('POST /api/vouches/:id/restore', { params: { id } });
  expect((await requestsOf(ada)).rows).toHaveLength(3);
  await work(app);
  expect((await ada.call('POST /api/functions/v1/delete-account')).status).toBe(200);
  const { rows } = await app.database.asOwner((db) =>
    db.query(
      `select 1 from vouch_verification_requests where user_id = $1 union all select 1 from mails where about_user = $1`,
      [ada.userId],
    ),
  );
  expect(rows).toEqual([]);
});
