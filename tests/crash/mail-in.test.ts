// Power cuts while emails arrive: a mail server repeats each message until it is accepted. Afterwards each is there once, with
// all of its files (R-N3).
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { MailAddressState } from '#features/mail-in/contract.ts';
import type { Suggestion } from '#features/suggestions/contract.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { freePort } from '../support/free-port.ts';
import { messageFor, publishKey, sendMail, signed } from '../support/inbound-mail.ts';
import { makeProgram, type Program } from '../support/program.ts';

const cycles = 5;
const messages = 24;
const senders = 3;
const email = 'ada@example.com';
const password = 'a good long passphrase';
const json = { 'content-type': 'application/json' };

let dns: DnsServer;
let program: Program;
let port: number;
let token: string;
beforeAll(async () => {
  dns = await startDnsServer();
  publishKey(dns, 'example.com');
  port = await freePort();
  program = await makeProgram({
    MAIL_IN_PORT: String(port),
    MAIL_IN_DOMAIN: 'in.example',
    MAIL_IN_DNS: dns.address,
  });
  program.start();
  await program.untilReady();
  const body = JSON.stringify({ full_name: 'Ada Example', email, password });
  const signedUp = await fetch(`${program.url}/api/auth/sign-up`, { method: 'POST', headers: json, body });
  token = /logbook-access=([^;]+)/.exec(signedUp.headers.get('set-cookie') ?? '')![1]!;
  const owner = new pg.Client(await program.database('postgres'));
  await owner.connect();
  await owner.query('update users set email_verified_at = now()');
  await owner.end();
});
afterAll(async () => {
  await program?.remove();
  dns.close();
});

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const headers = { ...json, authorization: `Bearer ${token}` };
  const response = await fetch(program.url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return (await response.json()) as T;
}

it(`${messages} messages are there once each after ${cycles} power cuts`, async () => {
  const { address } = await call<MailAddressState>('POST', '/api/mail_address', {});
  const to = address!.email;
  const waiting = await Promise.all(
    Array.from({ length: messages }, async (_, n) => {
      const message = messageFor('attachments', { address: to, from: email, id: `${n}@mail.example` });
      return n % 2 === 0 ? signed(message, 'example.com') : message;
    }),
  );
  let accepted = 0;
  const sendAll = async () => {
    for (let raw = waiting.shift(); raw; raw = waiting.shift()) {
      while (!(await sendMail(port, { to, raw })).accepted) await pause(50);
      accepted++;
      // An acknowledgment that was lost: the message is delivered again.
      if (accepted % 4 === 0) await sendMail(port, { to, raw });
    }
  };
  const sending = Promise.all(Array.from({ length: senders }, sendAll));
  for (let cycle = 0; cycle < cycles; cycle++) {
    await pause(300 + Math.random() * 1200);
    await program.killProcess();
    program.start();
    await program.untilReady();
  }
  await sending;
  expect(accepted).toBe(messages);
  const entries = await call<{ rows: CheckIn[] }>('GET', '/api/check_ins');
  expect(entries.rows.map(({ file_count }) => file_count)).toEqual(Array(messages / 2).fill(2));
  const { rows } = await call<{ rows: Suggestion[] }>('GET', '/api/suggestions');
  expect(rows.map(({ files }) => files.length)).toEqual(Array(messages / 2).fill(2));
});
