import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  askToVouch,
  attachToVouch,
  newReference,
  openLink,
  vouchesOf,
  vouchTokens,
} from '#tests/support/vouches.ts';
import { verifyUrl } from './verify-page.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp(
    {},
    new PageRenderer({ instanceName: 'Logbook', offlineApp: false }),
  ));
});
afterAll(() => app.close());

/** A pending vouch with its link, and a reference who has opened it. */
async function opened(more: object = {}) {
  const ada = await signUpVerified(app, 'Ada Example');
  const { reference_email: to } = { reference_email: newReference(), ...more };
  const { json: vouch } = await askToVouch(ada, { ...more, reference_email: to });
  const [token] = await vouchTokens(app, sink, to);
  const reference = app.anonymous();
  await reference.call(`GET /verify-vouch?token=${token}`);
  return { ada, to, vouch, token: token!, reference };
}
/** Loads the page of a link again. */
const look = (caller: Caller, token: string) => caller.call(`GET ${verifyUrl(token)}`);
/** Sends the form with what the page shows. */
async function send(caller: Caller, token: string, answer: string, more: Record<string, string> = {}) {
  const { vouch } = await openLink(app.anonymous(), token);
  const fields = {
    token,
    answer,
    content_hash: vouch?.content_hash ?? '',
    position: '',
    statement: '',
    ...more,
  };
  return caller.call('POST /verify-vouch', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}
const statusOf = async (ada: Caller) => (await vouchesOf(ada))[0]!.status;
const failed = (text: string) => ({ status: 404, text: expect.stringContaining(text) as string });

it('the link of a vouch moves its token into a cookie, and the page has it in no URL', async () => {
  const { token, reference, vouch } = await opened();
  const moved = await reference.call(`GET /verify-vouch?token=${token}`);
  expect(moved).toMatchObject({ status: 303, text: '' });
  expect(moved.headers).toMatchObject({ location: verifyUrl(token), 'referrer-policy': 'no-referrer' });
  expect(moved.headers['set-cookie']).toMatch(/; Path=\/verify-vouch; HttpOnly; SameSite=Lax$/);
  const page = await look(reference, token);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'referrer-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(page.headers['content-security-policy']).toContain("form-action 'self'");
  expect(page.text).toContain(vouch.project_name);
  expect(page.text).not.toMatch(/(href|action|src)="[^"]*token/);
});

it('the first button of the page confirms, and no script except for the theme is loaded', async () => {
  const { reference, token } = await opened();
  const { text } = await look(reference, token);
  expect(/<button[^>]*>([^<]*)/.exec(text)?.[1]).toBe('Confirm');
  // Enter in a field presses the first submit control, even a hidden one.
  expect(/<(?:button|input)[^>]*type="submit"[^>]*>/.exec(text)?.[0]).toContain('disabled');
  expect(text.match(/<script[^>]*src/g)).toBeNull();
});

it('a reference confirms with a corrected position and a sentence, and sees the same page again', async () => {
  const { ada, token, reference } = await opened();
  const answer = await send(reference, token, 'confirm', { position: 'Director', statement: 'All true.' });
  expect(answer).toMatchObject({ status: 303, headers: { location: verifyUrl(token) } });
  const page = await look(reference, token);
  expect(page).toMatchObject({ status: 200 });
  expect(page.text).toContain('Vouch Verified!');
  expect(page.text).toContain('All true.');
  expect(page.text).not.toContain('<form');
  const [verified] = await vouchesOf(ada);
  expect(verified).toMatchObject({
    status: 'verified',
    confirmed_position: 'Director',
    statement: 'All true.',
  });
  expect((await send(reference, token, 'decline')).status).toBe(303);
  await reference.call(`GET /verify-vouch?token=${token}`);
  expect((await look(reference, token)).text).toContain('Vouch Verified!');
  expect((await vouchesOf(ada))[0]).toEqual(verified);
});

it('the domain of the mailbox is named only if the reference ticks that, and a refused answer keeps the tick', async () => {
  const { token, reference, vouch } = await opened({ reference_email: 'grace@navy.example' });
  const box = /<input[^>]*name="names_domain"[^>]*>/;
  const page = await look(reference, token);
  expect(page.text).toContain('navy.example');
  expect(page.text).not.toContain('grace@');
  expect(box.exec(page.text)?.[0]).not.toContain('checked=""');
  const named = async () => {
    const { rows } = await app.database.asOwner((db) =>
      db.query<{ names_domain: boolean }>('select names_domain from vouches where id = $1', [vouch.id]),
    );
    return rows[0]!.names_domain;
  };
  const tooLong = await send(reference, token, 'confirm', { names_domain: 'on', statement: 'x'.repeat(301) });
  expect(tooLong.status).toBe(400);
  expect(box.exec(tooLong.text)?.[0]).toContain('checked=""');
  expect(await named()).toBe(false);
  expect((await send(reference, token, 'decline', { names_domain: 'on' })).status).toBe(303);
  expect(await named()).toBe(false);
  expect((await send(reference, token, 'confirm', { names_domain: 'on' })).status).toBe(303);
  expect(await named()).toBe(true);
});

it('a reference who declined can still confirm on the page', async () => {
  const { ada, token, reference } = await opened();
  expect((await send(reference, token, 'decline')).status).toBe(303);
  expect(await statusOf(ada)).toBe('declined');
  const { text } = await look(reference, token);
  expect(text).toContain('You declined this request');
  expect(text).toContain('value="confirm"');
  expect(text).not.toContain('value="decline"');
  await send(reference, token, 'confirm');
  expect(await statusOf(ada)).toBe('verified');
});

it('declining keeps what was typed on the page, for confirming after all', async () => {
  const { ada, token, reference } = await opened();
  const typed = { position: 'Director', statement: 'All true.' };
  const { status, text } = await send(reference, token, 'decline', typed);
  expect(status).toBe(200);
  expect(text).toContain('You declined this request');
  expect(text).toContain('value="Director"');
  expect(text).toContain('>All true.</textarea>');
  expect((await vouchesOf(ada))[0]).toMatchObject({ status: 'declined', statement: null });
  expect((await look(reference, token)).text).toContain('You declined this request');
});

it('text that is too long is refused at its field, and nothing that was typed is lost', async () => {
  const { ada, token, reference } = await opened();
  const typed = { position: 'Director', statement: 'é'.repeat(301) };
  const { status, text } = await send(reference, token, 'confirm', typed);
  expect(status).toBe(400);
  expect(text).toContain('Your sentence can have up to 300 characters.');
  expect(text).toContain('value="Director"');
  expect(text).toContain(typed.statement);
  expect(text).toContain('href="#statement"');
  expect(text).toMatch(/<textarea[^>]*aria-invalid/);
  expect(await statusOf(ada)).toBe('pending');
});

it('a vouch that got another file since it was opened is shown again, with what was typed', async () => {
  const { ada, vouch, token, reference } = await opened();
  const { vouch: shown } = await openLink(reference, token);
  await attachToVouch(ada, vouch.id);
  const more = { content_hash: shown!.content_hash, statement: 'All true.' };
  const { status, text } = await send(reference, token, 'confirm', more);
  expect(status).toBe(409);
  expect(text).toContain('This request has changed');
  expect(text).toContain('All true.');
  expect(await statusOf(ada)).toBe('pending');
});

it('text of the owner is shown as text', async () => {
  const hostile = '<img src=x onerror=alert(1)>"\'</textarea><script>1</script>';
  const { reference, token } = await opened({
    project_name: hostile,
    project_context: hostile,
    individual_contribution: hostile,
    reference_name: hostile,
    reference_position: hostile,
  });
  const { text } = await look(reference, token);
  expect(text).not.toContain('<img');
  expect(text).not.toContain('<script>1');
  expect(text.match(/&lt;img src=x/g)?.length).toBeGreaterThanOrEqual(5);
});

it('links that are open in one browser stay separate', async () => {
  const [first, second] = [await opened({ project_name: 'First' }), await opened({ project_name: 'Second' })];
  await first.reference.call(`GET /verify-vouch?token=${second.token}`);
  await send(first.reference, second.token, 'confirm');
  expect((await look(first.reference, second.token)).text).toContain('Vouch Verified!');
  const { text } = await look(first.reference, first.token);
  expect(text).toContain('First');
  expect(text).toContain('value="confirm"');
});

it('a browser without the cookie of the page gets the advice to open the link again, and why', async () => {
  const { token } = await opened();
  const { status, text } = await look(app.anonymous(), token);
  expect(status).toBe(404);
  expect(text).toContain('Please open the link from the email again');
  expect(text).toContain('your browser blocks cookies');
});

it("the owner's session cannot open or answer the page", async () => {
  const { ada, token } = await opened();
  await ada.call(`GET /verify-vouch?token=${token}`);
  const { text } = await look(ada, token);
  expect(text).toContain('You cannot verify your own vouch');
  expect(text).toContain('If the link was sent to you, sign out of the account');
  await send(ada, token, 'confirm');
  expect(await statusOf(ada)).toBe('pending');
});

it("the owner's browser whose access token has expired cannot open or answer the page", async () => {
  const { ada, token } = await opened();
  const expired = app.anonymous();
  expired.cookies = { 'logbook-refresh': ada.cookies['logbook-refresh']! };
  await expired.call(`GET /verify-vouch?token=${token}`);
  expect((await look(expired, token)).text).toContain('You cannot verify your own vouch');
  await send(expired, token, 'confirm');
  // The calls that the form stands for refuse the owner as well.
  const { vouch } = await openLink(app.anonymous(), token);
  const own = { verified: false, vouch: null, error: expect.stringContaining('your own') as string };
  for (const answer of ['confirm', 'decline']) {
    const body = { token, answer, content_hash: vouch!.content_hash };
    expect((await expired.call('POST /api/functions/v1/answer-vouch', { body })).json).toMatchObject(own);
  }
  const read = await expired.call('POST /api/functions/v1/verify-vouch', { body: { token } });
  expect(read.json).toMatchObject(own);
  expect(await statusOf(ada)).toBe('pending');
  // The browser of any other user counts as the reference's.
  const grace = await signUpVerified(app, 'Grace Hopper');
  expired.cookies['logbook-refresh'] = grace.cookies['logbook-refresh']!;
  await send(expired, token, 'confirm');
  expect(await statusOf(ada)).toBe('verified');
});

it.each(['https://evil.example', 'null', undefined])(
  'a form with the origin %s changes nothing',
  async (origin) => {
    const { ada, token, reference } = await opened();
    const { vouch } = await openLink(app.anonymous(), token);
    const fields = { token, answer: 'confirm', content_hash: vouch!.content_hash };
    const { status } = await reference.call('POST /verify-vouch', {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    });
    expect(status).toBe(403);
    expect(await statusOf(ada)).toBe('pending');
  },
);

it.each([
  ['no token', ''],
  ['an empty token', '?token='],
  ['a control character', '?token=%00'],
  ['two tokens', '?token=a&token=b'],
  ['a token that is too long', `?token=${'a'.repeat(201)}`],
  ['a character that no token has', '?token=a.b'],
])('the page of a link with %s says that the link is invalid', async (_what, search) => {
  expect(await app.anonymous().call(`GET /verify-vouch${search}`)).toMatchObject(
    failed('Invalid verification link'),
  );
});

it('a dead link says why', async () => {
  const unknown = app.anonymous();
  const dead = newToken();
  await unknown.call(`GET /verify-vouch?token=${dead}`);
  expect(await look(unknown, dead)).toMatchObject(failed('Invalid verification link'));
  const { ada, vouch, token, reference } = await opened();
  await ada.call('POST /api/vouches/:id/withdraw', { params: { id: vouch.id } });
  const withdrawn = await look(reference, token);
  expect(withdrawn).toMatchObject(failed('Verification Failed'));
  expect(withdrawn.text).toContain('This request was withdrawn');
  expect(withdrawn.text).toContain('There is nothing for you to do.');
  expect(withdrawn.text).not.toContain('Copy the whole link');
});

it.each([
  ['JSON', '{}'],
  ['a broken escape', 'token=%'],
  ['a token alone', 'token=abc'],
  ['an unknown answer', 'token=abc&answer=maybe&content_hash='],
  ['thousands of fields', 'a=&'.repeat(2000)],
])('a form with %s says that the link is invalid', async (_what, body) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await app.anonymous().call('POST /verify-vouch', { body, headers })).toMatchObject(
    failed('Invalid verification link'),
  );
});

it('while the database is unreachable, the page keeps the answer and offers to send it again', async () => {
  const { ada, token, reference } = await opened();
  const { vouch } = await openLink(reference, token);
  const connect = vi.spyOn(app.database.app as { connect(): Promise<unknown> }, 'connect');
  connect.mockRejectedValueOnce(new Error('Connection terminated'));
  const page = await look(reference, token);
  expect(page.status).toBe(503);
  expect(page.headers['retry-after']).toBe('60');
  expect(page.text).toContain('Failed to verify vouch');
  connect.mockRejectedValueOnce(new Error('Connection terminated'));
  const fields = { token, answer: 'confirm', content_hash: vouch!.content_hash, statement: 'All true.' };
  const answer = await reference.call('POST /verify-vouch', {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  connect.mockRestore();
  expect(answer.status).toBe(503);
  const again = [...answer.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const kept = Object.fromEntries(again.map(([, name, value]) => [name!, value!]));
  expect(kept).toEqual({ ...fields, position: '' });
  expect((await send(reference, token, 'confirm', kept)).status).toBe(303);
  expect((await vouchesOf(ada))[0]).toMatchObject({ status: 'verified', statement: 'All true.' });
});
