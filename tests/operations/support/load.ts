// Mixed requests of several users against one address, with a record of each request.
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '#platform/clock/id.ts';

const password = 'a good long passphrase';
const responseTimeoutMs = 30_000;

export type User = { email: string; headers: Record<string, string> };

/** The times are those of `performance.now()`. The status is 0 without a response. */
export type Sent = { what: string; startedAt: number; endedAt: number; status: number };

export type Load = {
  sent: Sent[];
  /** What was acknowledged: entries by id with their user, files by id with their bytes, and addresses of sign-ups. */
  entries: Map<string, User>;
  files: Map<string, { user: User; bytes: string }>;
  signedUp: string[];
  /** Resolves when no request is in flight. */
  stop(): Promise<void>;
};

const aNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Signs up from a separate network, so that limits per network do not apply. */
export async function signUp(url: string, email: string): Promise<User> {
  const response = await fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': aNetwork() },
    body: JSON.stringify({ full_name: 'Ada Example', email, password }),
  });
  const token = /logbook-access=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  if (!token) throw new Error(`Sign-up returned ${response.status}: ${await response.text()}`);
  return { email, headers: { authorization: `Bearer ${token}` } };
}

/** Begins to send requests: one after the other for each user, and sign-ups of new users. */
export function startLoad(url: string, users: readonly User[]): Load {
  let stopping = false;
  const sent: Sent[] = [];
  const load = { sent, entries: new Map(), files: new Map(), signedUp: [] } as Omit<Load, 'stop'>;

  const send = async (what: string, path: string, init: RequestInit): Promise<boolean> => {
    const startedAt = performance.now();
    let status = 0;
    try {
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(responseTimeoutMs) });
      await response.arrayBuffer();
      status = response.status;
    } catch {
      // No response, or only a part of one.
      status = 0;
    }
    sent.push({ what, startedAt, endedAt: performance.now(), status });
    // A failed request leaves the processor to the others.
    if (status !== 200) await pause(20);
    return status === 200;
  };
  const post = (what: string, path: string, headers: Record<string, string>, body: object) =>
    send(what, path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const write = async (user: User, round: number) => {
    const id = newId();
    if (await post('entry', '/api/check_ins', user.headers, { id, content: `Entry ${round}`, emoji: null }))
      load.entries.set(id, user);
    else return;
    if (round % 4 === 0) await upload(user, id);
    await send('timeline', '/api/check_ins?limit=20', { headers: user.headers });
    await send('page', '/', {});
  };
  const upload = async (user: User, entry: string) => {
    const id = newId();
    const bytes = randomBytes(100_000).toString('base64');
    const form = new FormData();
    form.set('check_in_id', entry);
    form.set('id', id);
    form.set('file', new File([bytes], 'notes.txt'));
    const init = { method: 'POST', headers: user.headers, body: form };
    if (await send('upload', '/api/storage/log-files', init)) load.files.set(id, { user, bytes });
  };
  const keepWriting = async (user: User) => {
    for (let round = 0; !stopping; round++) await write(user, round);
  };
  const keepSigningUp = async () => {
    while (!stopping) {
      const email = `new${randomBytes(8).toString('hex')}@example.com`;
      const body = { full_name: 'New User', email, password };
      const isAcknowledged = await post(
        'sign-up',
        '/api/auth/sign-up',
        { 'x-forwarded-for': aNetwork() },
        body,
      );
      if (isAcknowledged) load.signedUp.push(email);
      // Hashing a password takes a processor for a tenth of a second.
      await pause(200);
    }
  };
  const running = Promise.all([...users.map(keepWriting), keepSigningUp()]);
  return {
    ...load,
    async stop() {
      stopping = true;
      await running;
    },
  };
}

/** Requests that did not get what they asked for. */
export const failures = (sent: readonly Sent[]): Sent[] => sent.filter(({ status }) => status !== 200);

/** Describes every acknowledged entry and file that the server does not return as it was sent. */
export async function missingFrom(url: string, { entries, files }: Load): Promise<string[]> {
  const missing: string[] = [];
  for (const [id, { headers }] of entries) {
    const { status } = await fetch(`${url}/api/check_ins/${id}`, { headers });
    if (status !== 200) missing.push(`entry ${id}: ${status}`);
  }
  for (const [id, { user, bytes }] of files) {
    if ((await download(url, user, id)) !== bytes) missing.push(`file ${id}`);
  }
  return missing;
}

/** The content of an uploaded file, as its owner downloads it. */
export async function download(url: string, user: User, id: string, from = url): Promise<string> {
  const signed = await fetch(`${url}/api/storage/log-files/${id}/sign`, {
    method: 'POST',
    headers: { ...user.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ as: 'download' }),
  });
  const address = (await signed.json()) as { url: string };
  return (await fetch(from + address.url)).text();
}

/** `p50 12 ms, longest 80 ms` of the durations. */
export function durations(sent: readonly Sent[]): string {
  const sorted = sent.map(({ startedAt, endedAt }) => endedAt - startedAt).toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return `median ${at(0.5)} ms, longest ${at(1)} ms`;
}
