// Simulates users who write continuously: an entry, its files, the next entry. Records every acknowledged write. Of the
// others, half are retried with the same id, as a browser would, and half are abandoned.
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { newId } from '#platform/clock/id.ts';
import type { Ledger, SentEntry, SentFile, Tally } from './ledger.ts';

const responseTimeoutMs = 15_000;
const retryDelayMs = 50;

export type Writers = {
  ledgers: Ledger[];
  tally: Tally;
  /** Starts writing. */
  start(): void;
  /** Stops writing. Resolves when no request is in flight. */
  stop(): Promise<void>;
};

/** Signs up this many users on a running server. Their addresses begin with `name`. */
export async function makeWriters(
  url: string,
  count: number,
  tally: Tally,
  name = 'writer',
): Promise<Writers> {
  const ledgers = await Promise.all(Array.from({ length: count }, (_, i) => signUp(url, `${name}${i}`)));
  let writing = false;
  let stopped: Promise<unknown> = Promise.resolve();
  return {
    ledgers,
    tally,
    start() {
      writing = true;
      const isWriting = () => writing;
      stopped = Promise.all([
        ...ledgers.map((ledger) => keepWriting(url, ledger, tally, isWriting)),
        keepSigningUp(url, tally, isWriting),
      ]);
    },
    async stop() {
      writing = false;
      await stopped;
    },
  };
}

const password = 'a good long passphrase';
const json = { 'content-type': 'application/json' };

async function signUp(url: string, name: string): Promise<Ledger> {
  const email = `${name}@example.com`;
  const body = JSON.stringify({ full_name: name, email, password });
  const response = await fetch(`${url}/api/auth/sign-up`, { method: 'POST', headers: json, body });
  const token = /logbook-access=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  if (!token) throw new Error(`Sign-up returned ${response.status}: ${await response.text()}`);
  return { email, token, tokenIssuedAt: Date.now(), entries: new Map() };
}

/** Renews a token before its hour is over, because long runs outlive it. */
export async function renewToken(url: string, ledger: Ledger): Promise<void> {
  if (Date.now() - ledger.tokenIssuedAt < 30 * 60_000) return;
  const body = JSON.stringify({ grant_type: 'password', email: ledger.email, password });
  const response = await fetch(`${url}/api/auth/token`, { method: 'POST', headers: json, body });
  ledger.token = ((await response.json()) as { access_token: string }).access_token;
  ledger.tokenIssuedAt = Date.now();
}

/** Signs up new users continuously. The transaction that creates an account also enqueues an email with a link. */
async function keepSigningUp(url: string, tally: Tally, isWriting: () => boolean): Promise<void> {
  while (isWriting()) {
    const email = `new${randomBytes(8).toString('hex')}@example.com`;
    const body = JSON.stringify({ full_name: 'New User', email, password });
    const isAcknowledged = await acknowledged(tally, `${url}/api/auth/sign-up`, {
      method: 'POST',
      headers: json,
      body,
    });
    if (isAcknowledged) tally.emailed.push(email);
    else await pause(retryDelayMs);
  }
}

async function keepWriting(
  url: string,
  ledger: Ledger,
  tally: Tally,
  isWriting: () => boolean,
): Promise<void> {
  for (let round = 0; isWriting(); round++) {
    const entry = await newEntry(round);
    ledger.entries.set(entry.id, entry);
    const retries = round % 2 === 0;
    entry.acknowledged = await sendUntilAcknowledged(retries, isWriting, () =>
      sendEntry(url, ledger, entry, tally),
    );
    if (!entry.acknowledged) continue;
    tally.entries += 1;
    for (const file of entry.files) {
      if (!isWriting()) return;
      file.acknowledged = await sendUntilAcknowledged(retries, isWriting, () =>
        sendFile(url, ledger, entry, file, tally),
      );
      if (file.acknowledged) tally.files += 1;
    }
  }
}

/** Sends until acknowledged, or only once if `retries` is false. */
async function sendUntilAcknowledged(
  retries: boolean,
  isWriting: () => boolean,
  send: () => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    if (await send()) return true;
    await pause(retryDelayMs);
    if (!retries || !isWriting()) return false;
  }
}

async function newEntry(round: number): Promise<SentEntry> {
  const content = `Entry ${round}: ${randomBytes(10 + (round % 50) * 8).toString('base64')} – größer, 日本語, 🚀`;
  const files = await Promise.all(Array.from({ length: round % 3 }, (_, i) => newFile(round + i)));
  const createdAt = new Date(Date.now() - round * 60_000).toISOString();
  return {
    id: newId(),
    content,
    emoji: round % 4 === 0 ? '🚀' : null,
    createdAt,
    files,
    acknowledged: false,
    audited: false,
  };
}

async function newFile(kind: number): Promise<SentFile> {
  const make = [pngBytes, pdfBytes, textBytes][kind % 3]!;
  const { name, bytes } = await make();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { id: newId(), name, bytes, sha256, acknowledged: false };
}

async function pngBytes() {
  const raw = { width: 48, height: 48, channels: 3 } as const;
  return {
    name: 'picture.png',
    bytes: await sharp(randomBytes(48 * 48 * 3), { raw })
      .png()
      .toBuffer(),
  };
}

async function pdfBytes() {
  const text = `%PDF-1.4\n%${randomBytes(20_000).toString('hex')}\n%%EOF\n`;
  return { name: 'paper.pdf', bytes: Buffer.from(text) };
}

async function textBytes() {
  return { name: 'notes.txt', bytes: Buffer.from(`Notes\n${randomBytes(30_000).toString('base64')}\n`) };
}

function sendEntry(url: string, { token }: Ledger, entry: SentEntry, tally: Tally): Promise<boolean> {
  const { id, content, emoji, createdAt, files } = entry;
  const expected = files.map((file) => ({ id: file.id, name: file.name, size: file.bytes.length }));
  return acknowledged(tally, `${url}/api/check_ins`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, content, emoji, created_at: createdAt, files: expected }),
  });
}

function sendFile(
  url: string,
  { token }: Ledger,
  entry: SentEntry,
  file: SentFile,
  tally: Tally,
): Promise<boolean> {
  const form = new FormData();
  form.set('check_in_id', entry.id);
  form.set('id', file.id);
  form.set('file', new File([Uint8Array.from(file.bytes)], file.name));
  return acknowledged(tally, `${url}/api/storage/log-files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
}

/** Whether the server returned 200. A 503 with Retry-After or a lost connection is an outage, anything else a problem. */
async function acknowledged(tally: Tally, address: string, init: RequestInit): Promise<boolean> {
  const started = Date.now();
  const path = new URL(address).pathname;
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(responseTimeoutMs) });
    const text = await response.text();
    if (response.status === 200) return true;
    if (response.status !== 503) tally.problems.push(`${path} returned ${response.status}: ${text}`);
    else if (!response.headers.has('retry-after'))
      tally.problems.push(`${path} returned 503 without Retry-After`);
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      tally.problems.push(`${path} did not respond within ${responseTimeoutMs} ms`);
  } finally {
    tally.slowestMs = Math.max(tally.slowestMs, Date.now() - started);
  }
  tally.failed += 1;
  return false;
}
