// An honest user in a separate thread, so that the measured latency is the server's, not the attacking thread's. One
// round signs in, reads the timeline and writes an entry several times, and uploads a photo. Messages: `{ rounds: n }` runs n
// rounds, `{ until: 'halt' }` runs rounds until `halt` arrives. Each responds with `Rounds`.
import { parentPort, workerData } from 'node:worker_threads';
import { newId } from '#platform/clock/id.ts';
import type { Action, HonestData, Order, Rounds } from './honest.ts';
import { send, type Reply, type Sending } from './send.ts';

const { url, from, email, photo } = workerData as HonestData;
const credentials = { email, password: 'a good long passphrase' };
const cookies = new Map<string, string>();
const emptyRounds = (): Rounds => ({
  ms: { 'sign-in': [], read: [], write: [], upload: [] },
  failures: [],
});

async function call(path: string, sending: Omit<Sending, 'from'> = {}): Promise<Reply> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { ...(cookie && { cookie }), ...sending.headers };
  const reply = await send(`${url}${path}`, { ...sending, from, headers });
  for (const line of reply.headers['set-cookie'] ?? []) {
    const [name, value] = line.split(';')[0]!.split('=') as [string, string];
    cookies.set(name, value);
  }
  return reply;
}

async function timed(rounds: Rounds, action: Action, work: () => Promise<Reply>): Promise<void> {
  const started = performance.now();
  try {
    const reply = await work();
    if (reply.status !== 200) rounds.failures.push(`${action}: ${reply.status} ${reply.body.toString()}`);
  } catch (error) {
    rounds.failures.push(`${action}: ${(error as Error).message}`);
  }
  rounds.ms[action].push(performance.now() - started);
}

/** Reads and writes per round: they are fast, and their 99th percentile needs more samples than a round takes. */
const repeated = 4;

async function round(rounds: Rounds): Promise<void> {
  await timed(rounds, 'sign-in', () => call('/api/auth/sign-in', { json: credentials }));
  let entry = '';
  const file = { id: newId(), name: 'photo.jpg', size: photo.byteLength };
  for (let n = 0; n < repeated; n++) {
    entry = newId();
    const files = n === repeated - 1 ? [file] : [];
    await timed(rounds, 'read', () => call('/api/check_ins?limit=50'));
    await timed(rounds, 'write', () =>
      call('/api/check_ins', { json: { id: entry, content: 'An honest entry #work', files } }),
    );
  }
  await timed(rounds, 'upload', () => upload(entry, file));
}

function upload(entry: string, file: { id: string; name: string }): Promise<Reply> {
  const boundary = 'honest-boundary';
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(field('check_in_id', entry) + field('id', file.id) + head),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return call('/api/storage/log-files', { body, headers });
}

async function signUp(): Promise<void> {
  const reply = await call('/api/auth/sign-up', { json: { full_name: 'Hanna Honest', ...credentials } });
  if (reply.status !== 200) throw new Error(`sign-up: ${reply.status} ${reply.body.toString()}`);
}

let halted = false;

async function handleOrder(order: Order): Promise<void> {
  if (order === 'halt') {
    halted = true;
    return;
  }
  halted = false;
  const rounds = emptyRounds();
  const count = 'rounds' in order ? order.rounds : Infinity;
  for (let done = 0; done < count && !halted; done++) {
    await round(rounds);
    parentPort!.postMessage({ done: done + 1 });
  }
  parentPort!.postMessage({ rounds });
}

await signUp();
await round(emptyRounds());
parentPort!.on('message', (order: Order) => void handleOrder(order));
parentPort!.postMessage({ done: 0 });
