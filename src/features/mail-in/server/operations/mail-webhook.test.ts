import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp } from '#tests/support/app.ts';
import {
  entriesOf,
  mailUser,
  messageFor,
  plainMessage,
  signed,
  startMailApp,
  suggestionsOf,
  type MailApp,
  type MailUser,
} from '#tests/support/inbound-mail.ts';

const secret = 'a secret of at least 32 characters';
let app: MailApp;
let ada: MailUser;
beforeAll(async () => {
  app = await startMailApp({ MAIL_IN_SECRET: secret });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  ada = await mailUser(app);
});

type Answer = { status: number; body: { outcome?: string; code?: string } };
type Sending = {
  to?: string;
  from?: string;
  bearer?: string;
  chunked?: true;
  headers?: Record<string, string>;
};

function post(
  raw: Buffer,
  { to = ada.address, from, bearer = secret, chunked, headers = {} }: Sending = {},
): Promise<Answer> {
  const query = new URLSearchParams({ recipient: to, ...(from !== undefined && { sender: from }) });
  const { port } = app.server.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, method: 'POST', path: `/api/mail-in?${query.toString()}` },
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'message/rfc822',
          ...(!chunked && { 'content-length': String(raw.length) }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (more: string) => (text += more));
        response.on('end', () =>
          resolve({ status: response.statusCode!, body: JSON.parse(text) as Answer['body'] }),
        );
      },
    );
    sent.once('error', reject).end(raw);
  });
}

const filled = () => ({ address: ada.address, from: ada.email });

describe('POST /api/mail-in', () => {
  it('adds a signed message with its files as an entry, once', async () => {
    const raw = await signed(messageFor('attachments', filled()), 'example.com');
    expect(await post(raw)).toEqual({ status: 200, body: { outcome: 'entry' } });
    expect(await post(raw)).toEqual({ status: 200, body: { outcome: 'repeated' } });
    const entries = await entriesOf(ada);
    expect(entries).toMatchObject([
      { content: 'The contract\nSigned by both.', source: 'email', file_count: 2 },
    ]);
  });

  it.each(['application/octet-stream', 'text/plain', 'multipart/form-data; boundary=x', 'application/json'])(
    'takes a message as %s',
    async (type) => {
      const answer = await post(plainMessage(filled(), 'Typed'), { headers: { 'content-type': type } });
      expect(answer).toEqual({ status: 200, body: { outcome: 'suggestion' } });
      expect(await suggestionsOf(ada)).toHaveLength(1);
    },
  );

  it('accepts what it ignores, so that it is not sent again', async () => {
    expect((await post(messageFor('newsletter', filled()))).body).toEqual({ outcome: 'ignored' });
    expect((await post(plainMessage(filled(), 'Bounced'), { from: '' })).body).toEqual({
      outcome: 'ignored',
    });
    expect(await suggestionsOf(ada)).toEqual([]);
  });

  it('refuses a wrong secret and an unknown recipient before the message is read', async () => {
    const raw = plainMessage(filled(), 'Text');
    expect((await post(raw, { bearer: `${secret}!` })).body.code).toBe('wrong_secret');
    expect(await post(raw, { to: `log+${'a'.repeat(26)}@in.example` })).toMatchObject({
      status: 404,
      body: { code: 'unknown_recipient' },
    });
    expect(await suggestionsOf(ada)).toEqual([]);
  });

  it('delivers to a known recipient after many unknown ones', async () => {
    const raw = plainMessage(filled(), 'Text');
    for (let n = 0; n < 25; n++) expect((await post(raw, { to: `log+${n}@in.example` })).status).toBe(404);
    expect((await post(raw)).body).toEqual({ outcome: 'suggestion' });
  });

  it('refuses a large message by its announced size, and while it arrives', async () => {
    const large = plainMessage(filled(), `${'x'.repeat(998)}\r\n`.repeat(26 * 1049));
    expect((await post(large).catch(() => ({ status: 413 }))).status).toBe(413);
    expect((await post(large, { chunked: true }).catch(() => ({ status: 413 }))).status).toBe(413);
    expect(await entriesOf(ada)).toEqual([]);
  });

  it('refuses what cannot become an entry for good', async () => {
    const answer = await post(plainMessage(filled(), ''));
    expect(answer).toMatchObject({ status: 422, body: { code: 'refused_message', detail: 'empty' } });
  });

  it('is not there without a secret', async () => {
    const without = await startApp({ MAIL_IN_PORT: '0' });
    const { statusCode } = await without.server.inject({ method: 'POST', url: '/api/mail-in?recipient=a' });
    await without.close();
    expect(statusCode).toBe(404);
  });
});
