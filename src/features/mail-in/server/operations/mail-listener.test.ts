// Whom the listener accepts email for, and what it costs. Real clients on loopback.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  entriesOf,
  listen,
  mailUser,
  plainMessage,
  sendMail,
  startMailApp,
  suggestionsOf,
  talk,
  type MailApp,
} from '#tests/support/inbound-mail.ts';
import { limits } from '../../constants.ts';
import type { MailAddressState } from '../../contract.ts';
import { acceptMail } from './accept-message.ts';
import { listenForMail, type Listening } from './mail-listener.ts';
import { appSecret } from '#tests/support/open-test-database.ts';

let app: MailApp;
let mail: Listening;
beforeAll(async () => {
  app = await startMailApp({ MAIL_IN_PORT: '0' });
});
// Each has its own counts of the network, which all tests share.
async function start(connectionMs?: number): Promise<void> {
  await mail?.close();
  if (connectionMs === undefined) mail = await listen(app);
  else {
    const { config, database, files, server } = app;
    mail = await listenForMail({
      mailIn: { ...config.mailIn!, smtp: config.mailIn!.smtp! },
      accept: acceptMail({ config, pool: database.app, files, appSecret })!,
      ...{ log: server.log, reusePort: false, connectionMs },
    });
  }
}
afterAll(async () => {
  await mail.close();
  await app.close();
});

const filled = (user: { address: string; email: string }) => ({ address: user.address, from: user.email });
const noticesTo = async (userId: string) =>
  app.database.asOwner(async (db) =>
    (
      await db.query<{ reason: string }>(
        `select payload ->> 'reason' as reason from graphile_worker._private_jobs j
           join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier = 'tell-refused-mail' and payload ->> 'user_id' = $1`,
        [userId],
      )
    ).rows.map(({ reason }) => reason),
  );

describe('a hostile message', () => {
  beforeAll(() => start());

  it('of 26 MB is refused by its announced size, and while it arrives', async () => {
    const ada = await mailUser(app);
    const raw = plainMessage(filled(ada), `${'x'.repeat(998)}\r\n`.repeat(26 * 1049));
    expect((await sendMail(mail.port, { to: ada.address, raw })).response).toMatch(/^552/);
    const { say, socket } = await talk(mail.port);
    await say('EHLO client.example\r\n');
    expect(await say(`MAIL FROM:<a@b.example> SIZE=${raw.length}\r\n`)).toMatch(/^552/);
    await say('MAIL FROM:<a@b.example>\r\n');
    await say(`RCPT TO:<${ada.address}>\r\n`);
    await say('DATA\r\n');
    socket.write(raw);
    expect(await say('\r\n.\r\n')).toMatch(/^552/);
    socket.destroy();
    expect(await noticesTo(ada.caller.userId)).toContain('too-large');
    expect([...(await entriesOf(ada)), ...(await suggestionsOf(ada))]).toEqual([]);
  });

  it.each([
    [
      'a megabyte of headers',
      (to: string) => `From: a@b.example\r\nTo: ${to}\r\n${'X-Bomb: 1\r\n'.repeat(100_000)}\r\nText`,
    ],
    [
      'parts in parts in parts',
      (to: string) => {
        let body = 'Content-Type: text/plain\r\n\r\nText\r\n';
        for (let depth = 0; depth < 200; depth++)
          body = `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n${body}\r\n--b${depth}--\r\n`;
        return `From: a@b.example\r\nTo: ${to}\r\n${body}`;
      },
    ],
  ])('with %s is refused as unreadable', async (_what, write) => {
    const ada = await mailUser(app);
    const { response } = await sendMail(mail.port, { to: ada.address, raw: write(ada.address) });
    expect(response).toMatch(/^554/);
    expect(await noticesTo(ada.caller.userId)).toEqual(['unreadable']);
  });

  it.each([
    [
      'a thousand signatures',
      (text: string) =>
        'DKIM-Signature: v=1; a=rsa-sha256; d=evil.example; s=a; h=from; bh=; b=\r\n'.repeat(1000) + text,
    ],
    ['a charset that does not exist', (text: string) => text.replace('utf-8', 'utf-99')],
    [
      'open tags',
      (text: string) =>
        text.replace('text/plain', 'text/html') + '<b><i>'.repeat(50_000) + '</u>'.repeat(50_000),
    ],
    [
      'signatures',
      (text: string) =>
        text.replace('text/plain', 'text/html') + '<p class=gmail_signature>a</p>'.repeat(16_000),
    ],
    ['brackets', (text: string) => text.replace('text/plain', 'text/html') + '<'.repeat(400_000)],
    ['dashes', (text: string) => `${text}\r\n${'-'.repeat(400_000)}`],
    ['null bytes', (text: string) => `${text}\u0000\u0000`],
  ])('with %s takes little time', async (what, write) => {
    const ada = await mailUser(app);
    const raw = write(plainMessage(filled(ada), 'Text', { 'In-Reply-To': '<a@b>' }).toString());
    const began = performance.now();
    const { accepted, response } = await sendMail(mail.port, { to: ada.address, raw });
    expect(performance.now() - began).toBeLessThan(10_000);
    // Longer than an entry can be.
    const isLong = what === 'brackets' || what === 'dashes';
    expect([accepted, response.startsWith('552')]).toEqual([!isLong, isLong]);
    expect((await suggestionsOf(ada)).map(({ content }) => content)).toEqual(isLong ? [] : ['Text']);
  });
});

describe('the listener', () => {
  it('relays nothing, signs no one in, and accepts private addresses only', async () => {
    await start();
    const ada = await mailUser(app);
    const { say, socket } = await talk(mail.port);
    const greeting = await say('EHLO client.example\r\n');
    expect(greeting).toContain(`SIZE ${limits.message}`);
    expect(greeting).not.toMatch(/AUTH|STARTTLS/);
    expect(await say('AUTH LOGIN\r\n')).toMatch(/^5/);
    expect(await say(`VRFY ${ada.address}\r\n`)).not.toMatch(/^250/);
    await say('MAIL FROM:<a@b.example>\r\n');
    const wrong = ada.address.replace(/\+./, (start) => (start === '+a' ? '+b' : '+a'));
    for (const to of [
      wrong,
      'someone@elsewhere.example',
      ada.email,
      'log@in.example',
      ada.address.replace('in.', 'out.'),
    ])
      expect(await say(`RCPT TO:<${to}>\r\n`)).toBe('550 No such address\r\n');
    expect(await say(`RCPT TO:<${ada.address.toUpperCase()}>\r\n`)).toMatch(/^250/);
    socket.destroy();
  });

  it('accepts no email for an address that was renewed or ended, or whose account was deleted', async () => {
    await start();
    const ada = await mailUser(app);
    const raw = plainMessage(filled(ada), 'Too late');
    const { json } = await ada.caller.call<MailAddressState>('POST /api/mail_address', { body: {} });
    expect((await sendMail(mail.port, { to: ada.address, raw })).response).toMatch(/^550/);
    const { email } = json.address!;
    await ada.caller.call('DELETE /api/mail_address');
    expect((await sendMail(mail.port, { to: email, raw })).response).toMatch(/^550/);
    const bea = await mailUser(app);
    await ada.caller.call('POST /api/functions/v1/delete-account');
    await bea.caller.call('POST /api/functions/v1/delete-account');
    expect((await sendMail(mail.port, { to: bea.address, raw })).response).toMatch(/^550/);
  });

  it('limits the recipients of a message, and ends a connection that names many unknown ones', async () => {
    await start();
    const users = await Promise.all(Array.from({ length: limits.recipients + 1 }, () => mailUser(app)));
    const { say, closed } = await talk(mail.port);
    await say('EHLO client.example\r\n');
    await say('MAIL FROM:<a@b.example>\r\n');
    const replies: string[] = [];
    for (const { address } of users) replies.push(await say(`RCPT TO:<${address}>\r\n`));
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual([
      ...Array(limits.recipients).fill('250'),
      '452',
    ]);
    let refused = 0;
    for (let n = 0; n < 1000; n++) {
      const reply = await say(`RCPT TO:<someone${n}@in.example>\r\n`);
      if (reply === '') break;
      refused++;
      if (reply.startsWith('421')) break;
    }
    // With the one that was too many.
    expect(refused + 1).toBe(10);
    await closed;
  });

  it('does not tell a network more once it has named many unknown addresses', async () => {
    await start();
    const ada = await mailUser(app);
    const raw = plainMessage(filled(ada), 'Text');
    for (let n = 0; n < 20; n++) await sendMail(mail.port, { to: `log+${n}@in.example`, raw });
    expect((await sendMail(mail.port, { to: ada.address, raw })).response).toMatch(/^451/);
  });

  it('limits the messages to an address, before it reads them', async () => {
    await start();
    const ada = await mailUser(app);
    await app.database.asOwner((db) =>
      db.query('update mail_addresses set messages = $2 where user_id = $1', [
        ada.caller.userId,
        limits.perAddress.max,
      ]),
    );
    const raw = plainMessage(filled(ada), 'Text');
    expect((await sendMail(mail.port, { to: ada.address, raw })).response).toMatch(/^452/);
    await app.database.asOwner((db) =>
      db.query(`update mail_addresses set counted_from = now() - interval '1 hour' where user_id = $1`, [
        ada.caller.userId,
      ]),
    );
    expect((await sendMail(mail.port, { to: ada.address, raw })).accepted).toBe(true);
  });

  it('limits the connections of a network, and ends those that send a byte now and then', async () => {
    await start(1500);
    const clients = await Promise.all(Array.from({ length: 10 }, () => talk(mail.port)));
    const began = performance.now();
    const eleventh = await talk(mail.port);
    await eleventh.closed;
    expect(performance.now() - began).toBeLessThan(1000);
    const drips = clients.map(({ socket }) => setInterval(() => socket.write('N'), 100));
    await Promise.all(clients.map(({ closed }) => closed));
    for (const drip of drips) clearInterval(drip);
    expect(performance.now() - began).toBeLessThan(6000);
    const next = await talk(mail.port);
    expect(await next.say('NOOP\r\n')).toMatch(/^250/);
    next.socket.destroy();
  });
});
