// People who write all the time: an entry, its files, the next one. What is acknowledged is noted; what is not is sent
// again half of the time, under the same id, as a browser would, and given up otherwise.
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { newId } from '#platform/clock/id.ts';
import type { Ledger, SentEntry, SentFile, Tally } from './ledger.ts';

const answerWithin = 15_000;
const tryAgainMs = 50;

export type Writers = {
  ledgers: Ledger[];
  tally: Tally;
  /** Lets them write. */
  go(): void;
  /** Resolves when none of them has a request under way. */
  halt(): Promise<void>;
};

/** Signs up that many people on a running server. */
export async function makeWriters(url: string, count: number, tally: Tally): Promise<Writers> {
  const ledgers = await Promise.all(Array.from({ length: count }, (_, i) => signUp(url, i)));
  let writing = false;
  let halted: Promise<unknown> = Promise.resolve();
  return {
    ledgers,
    tally,
    go() {
      writing = true;
      const go = () => writing;
      halted = Promise.all([
        ...ledgers.map((ledger) => keepWriting(url, ledger, tally, go)),
        keepSigningUp(url, tally, go),
      ]);
    },
    async halt() {
      writing = false;
      await halted;
    },
  };
}

const password = 'a good long passphrase';
const json = { 'content-type': 'application/json' };

async function signUp(url: string, index: number): Promise<Ledger> {
  const email = `writer${index}@example.com`;
  const body = JSON.stringify({ full_name: `Writer ${index}`, email, password });
  const answer = await fetch(`${url}/api/auth/sign-up`, { method: 'POST', headers: json, body });
  const token = /logbook-access=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  if (!token) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`);
  return { email, token, since: Date.now(), entries: new Map() };
}

/** A long run outlives a token's hour: takes a new one in time. */
export async function keepSignedIn(url: string, ledger: Ledger): Promise<void> {
  if (Date.now() - ledger.since < 30 * 60_000) return;
  const body = JSON.stringify({ grant_type: 'password', email: ledger.email, password });
  const answer = await fetch(`${url}/api/auth/token`, { method: 'POST', headers: json, body });
  ledger.token = ((await answer.json()) as { access_token: string }).access_token;
  ledger.since = Date.now();
}

/** Somebody new all the time: each is owed a mail with a link, by the transaction that made the account. */
async function keepSigningUp(url: string, tally: Tally, go: () => boolean): Promise<void> {
  while (go()) {
    const email = `new${randomBytes(8).toString('hex')}@example.com`;
    const body = JSON.stringify({ full_name: 'Somebody New', email, password });
    const made = await acknowledged(tally, `${url}/api/auth/sign-up`, {
      method: 'POST',
      headers: json,
      body,
    });
    if (made) tally.mailed.push(email);
    else await pause(tryAgainMs);
  }
}

async function keepWriting(url: string, ledger: Ledger, tally: Tally, go: () => boolean): Promise<void> {
  for (let round = 0; go(); round++) {
    const entry = await newEntry(round);
    ledger.entries.set(entry.id, entry);
    const again = round % 2 === 0;
    entry.acknowledged = await insist(again, go, () => sendEntry(url, ledger, entry, tally));
    if (!entry.acknowledged) continue;
    tally.entries += 1;
    for (const file of entry.files) {
      if (!go()) return;
      file.acknowledged = await insist(again, go, () => sendFile(url, ledger, entry, file, tally));
      if (file.acknowledged) tally.files += 1;
    }
  }
}

/** Sends until it is acknowledged; once only, unless `again`. */
async function insist(again: boolean, go: () => boolean, send: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    if (await send()) return true;
    await pause(tryAgainMs);
    if (!again || !go()) return false;
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

/** Whether the server said yes. No answer and 503 are how an outage looks; anything else is a fault. */
async function acknowledged(tally: Tally, address: string, init: RequestInit): Promise<boolean> {
  const started = Date.now();
  const path = new URL(address).pathname;
  try {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(answerWithin) });
    const text = await answer.text();
    if (answer.status === 200) return true;
    if (answer.status !== 503) tally.faults.push(`${path} answered ${answer.status}: ${text}`);
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      tally.faults.push(`${path} did not answer in ${answerWithin} ms`);
  } finally {
    tally.slowest = Math.max(tally.slowest, Date.now() - started);
  }
  tally.unanswered += 1;
  return false;
}
