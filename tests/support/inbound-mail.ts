// Messages as real programs write them (tests/support/messages), signed as their mail servers do, and sent by a real client.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { createTransport } from 'nodemailer';
import { receiveMail } from '#app/server/receive-mail.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { MailAddressState } from '#features/mail-in/contract.ts';
import type { Listening } from '#features/mail-in/server/operations/mail-listener.ts';
import type { Suggestion } from '#features/suggestions/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { startDnsServer, type DnsServer } from './dns-server.ts';
import { appSecret } from './open-test-database.ts';

const folder = join(import.meta.dirname, 'messages');
export const messageNames = readdirSync(folder).map((name) => name.replace(/\.eml$/, ''));

export type Filled = { address: string; from: string; date?: Date; id?: string };

/** The bytes of a message, with its addresses, date and id filled in. */
export function messageFor(name: string, filled: Filled): Buffer {
  return fill(readFileSync(join(folder, `${name}.eml`)).toString('latin1'), filled);
}

/** A plain message with these headers and this text. */
export function plainMessage(filled: Filled, text: string, headers: Record<string, string> = {}): Buffer {
  const all = { From: '{{from}}', To: '{{address}}', Date: '{{date}}', 'Message-ID': '<{{id}}>', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return fill(
    `${lines.join('\r\n')}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${Buffer.from(text).toString('latin1')}`,
    filled,
  );
}

function fill(text: string, { address, from, date = new Date(), id }: Filled): Buffer {
  const values = { address, from, date: date.toUTCString(), id: id ?? `${newId()}@mail.example` };
  return Buffer.from(
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: keyof typeof values) => values[name]),
    'latin1',
  );
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

/** Publishes the key of a domain. */
export function publishKey(dns: DnsServer, domain: string): void {
  dns.records.set(`test._domainkey.${domain}`, record);
}

/** The message with a signature of the domain. `more`: options of it. */
export async function signed(message: Buffer, domain: string, more: object = {}): Promise<Buffer> {
  const by = { signingDomain: domain, selector: 'test', privateKey: pem, ...more };
  const { signatures } = await dkimSign(message, { ...by, signatureData: [by] });
  return Buffer.concat([Buffer.from(signatures), message]);
}

export type Sent = { accepted: boolean; response: string };

/** Sends a message to a server on loopback. Returns its reply, also if it refuses. */
export async function sendMail(
  port: number,
  { from = 'ada@acme.example', to, raw }: { from?: string; to: string | string[]; raw: Buffer | string },
): Promise<Sent> {
  const client = createTransport({ host: '127.0.0.1', port, tls: { rejectUnauthorized: false } });
  try {
    const { response } = await client.sendMail({ envelope: { from, to }, raw });
    return { accepted: true, response };
  } catch (error) {
    const { response, message } = error as Error & { response?: string };
    return { accepted: false, response: response ?? message };
  } finally {
    client.close();
  }
}

export type MailApp = TestApp & { dns: DnsServer };

/** A server that receives email as `env` says, and looks keys up in its own DNS server, which has that of example.com. */
export async function startMailApp(env: Record<string, string>): Promise<MailApp> {
  const dns = await startDnsServer();
  publishKey(dns, 'example.com');
  const app = await startApp({
    ...{ APP_URL: 'http://logbook.example', MAIL_IN_DOMAIN: 'in.example', MAIL_IN_DNS: dns.address },
    ...env,
  });
  const close = async () => {
    await app.close();
    dns.close();
  };
  return { ...app, dns, close };
}

/** A user with a verified address and a private address for email. */
export type MailUser = { caller: Caller; email: string; address: string };

export async function mailUser(app: TestApp): Promise<MailUser> {
  const caller = await app.signUp();
  await app.database.asOwner((db) =>
    db.query('update users set email_verified_at = now() where id = $1', [caller.userId]),
  );
  const { json } = await caller.call<MailAddressState>('POST /api/mail_address', { body: {} });
  if (!json.address) throw new Error(JSON.stringify(json));
  return { caller, email: caller.email, address: json.address.email };
}

/** Listens for email as `npm start` does. */
export async function listen({ config, database, files, server }: TestApp): Promise<Listening> {
  const listening = await receiveMail({
    ...{ config, pool: database.app, files, appSecret, log: server.log, reusePort: false },
  });
  if (!listening) throw new Error('MAIL_IN_PORT is not set.');
  return listening;
}

export const entriesOf = async ({ caller }: MailUser) =>
  (await caller.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;
export const suggestionsOf = async ({ caller }: MailUser) =>
  (await caller.call<{ rows: Suggestion[] }>('GET /api/suggestions')).json.rows;

/** A client that sends lines and reads whole replies. */
export async function talk(port: number): Promise<{
  say: (line: string) => Promise<string>;
  socket: Socket;
  closed: Promise<unknown>;
}> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8').on('error', () => {});
  let text = '';
  socket.on('data', (more: string) => (text += more));
  const closed = once(socket, 'close');
  const reply = async () => {
    const until = Date.now() + 10_000;
    while (!/^\d{3} .*\r\n$/m.test(text) && !socket.closed && Date.now() < until) await pause(5);
    const said = text;
    text = '';
    return said;
  };
  await reply();
  return { say: (line) => (socket.write(line), reply()), socket, closed };
}
