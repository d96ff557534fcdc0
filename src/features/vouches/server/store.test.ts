// The links of earlier emails, when the newest email has to wait.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { runJob, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { answerLink, askToVouch, openLink, vouchesOf, vouchTokens } from '#tests/support/vouches.ts';
import type { Vouch } from '../contract.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

const asOwner = (text: string, values: unknown[] = []) =>
  app.database.asOwner((db) => db.query(text, values));
const replaced = 'A newer email replaced this link. Please use the newest one.';

async function errorsOf(tokens: string[]): Promise<(string | null)[]> {
  const shown = await Promise.all(tokens.map((token) => openLink(app.anonymous(), token)));
  return shown.map(({ error }) => error);
}

async function resend(ada: Caller, id: string): Promise<Vouch> {
  const { status, json } = await ada.call<Vouch>('POST /api/vouches/:id/resend', { params: { id } });
  expect(status).toBe(200);
  return json;
}

/** A vouch whose fourth email of the day to the same stranger waits, with the links of the first three. */
async function waiting(before: (vouch: Vouch) => Promise<unknown> = async () => {}) {
  const ada = await signUpVerified(app, 'Ada Example');
  const { json: vouch } = await askToVouch(ada);
  // One email after the other, so that the links are in the order of the emails.
  const sent = () => vouchTokens(app, sink, vouch.reference_email);
  await sent();
  for (const _ of [1, 2]) {
    await resend(ada, vouch.id);
    await sent();
  }
  await before(vouch);
  expect((await resend(ada, vouch.id)).email).toBe('waiting');
  return { ada, vouch, tokens: await sent() };
}

it('the last link that was sent works until the next email leaves', async () => {
  const { ada, vouch, tokens } = await waiting();
  expect(await errorsOf(tokens)).toEqual([replaced, replaced, null]);
  await asOwner('delete from limit_hits');
  await runJob(app, 'release-mails');
  const all = await vouchTokens(app, sink, vouch.reference_email);
  expect(await errorsOf(all)).toEqual([replaced, replaced, replaced, null]);
  expect((await vouchesOf(ada))[0]).toMatchObject({ status: 'pending', email: null, resends: 3 });
});

it('a vouch that is verified by it stays so when the next email leaves', async () => {
  const { ada, vouch, tokens } = await waiting();
  expect((await answerLink(app.anonymous(), tokens[2]!)).json.verified).toBe(true);
  await asOwner('delete from limit_hits');
  await runJob(app, 'release-mails');
  await vouchTokens(app, sink, vouch.reference_email);
  expect((await openLink(app.anonymous(), tokens[2]!)).verified).toBe(true);
  expect((await vouchesOf(ada))[0]).toMatchObject({ status: 'verified' });
});

it('a link that has expired does not work again', async () => {
  const { tokens } = await waiting(({ id }) =>
    asOwner(`update vouches set expires_at = now() - interval '1 s' where id = $1`, [id]),
  );
  expect(await errorsOf(tokens)).toEqual([replaced, replaced, replaced]);
});

it('an email to an address that has unsubscribed leaves the earlier link as it is', async () => {
  const ada = await signUpVerified(app, 'Ada Example');
  const { json: vouch } = await askToVouch(ada);
  const tokens = await vouchTokens(app, sink, vouch.reference_email);
  await asOwner('insert into mail_suppressions (address) values ($1)', [vouch.reference_email]);
  expect((await resend(ada, vouch.id)).email).toBe('failed');
  expect(await errorsOf(tokens)).toEqual([null]);
});
