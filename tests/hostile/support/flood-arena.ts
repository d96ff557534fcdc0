// The server of tests/hostile/floods.test.ts, with a probe inside, an honest user, and an attacker with years of data.
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeProgram } from '../../support/program.ts';
import { registerApp, requestsOfApp, type RegisteredApp } from './app-requests.ts';
import { startFlooder, type Flooded } from './flooder.ts';
import { honestPhoto, startHonest, type Honest } from './honest.ts';
import type { Loop, Route } from './probe.ts';
import { closeConnections, send } from './send.ts';
import {
  addressesOf,
  isDraftChanged,
  publishPacket,
  storeFiles,
  type Published,
  type Stored,
} from './stored-files.ts';
import { bodyTargets, routeTargets, type Document, type Target } from './targets.ts';
import { fillWell, republish, type WellFilled } from './well-filled.ts';

/** The network of all connections of a flood. */
const from = '10.9.9.9';
/** The network of the attacker's requests in between. */
const quiet = '10.8.255.1';
const password = 'a good long passphrase';
const reading = Buffer.from('GET ');

export type FloodArena = {
  honest: Honest;
  /** What the main thread did since the previous call. */
  loop(): Promise<Loop>;
  /** Every route with its requests, for a live session and what it has stored: made again after anything was written. */
  targets(): Promise<Target[]>;
  /** Whether the session of the latest targets has ended. */
  hasEnded(): Promise<boolean>;
  start(requests: readonly Buffer[], connections: number): void;
  stop(): Promise<Flooded>;
  /** Sends requests one after another until this many are answered. */
  sample(requests: readonly Buffer[], most: number): Promise<Flooded>;
  remove(): Promise<void>;
};

type Account = { email: string; token: string; data: WellFilled; stored: Stored; packet: Published };

/** `checkout`: the folder of the built product. */
export async function startFloodArena(checkout?: string): Promise<FloodArena> {
  const folder = mkdtempSync(join(tmpdir(), 'logbook-probe-'));
  const socketPath = join(folder, 'probe');
  const settings = {
    TRUSTED_PROXIES: '127.0.0.1',
    BILLING: 'included',
    // It does not respond.
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'logbook',
    PROBE_SOCKET: socketPath,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'probe.ts')}`,
  };
  const program = await makeProgram(settings, checkout);
  program.start();
  await program.untilReady();
  const { url } = program;
  const port = Number(new URL(url).port);
  const honest = await startHonest(url, '192.0.2.10');
  const flooder = startFlooder();
  const photo = await honestPhoto();

  const probe = <T>(path: string) =>
    new Promise<T>((resolve, reject) => {
      get({ socketPath, path }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as T));
      }).on('error', reject);
    });
  const document = (await send(`${url}/api/openapi.json`, { from })).json() as Document;
  const routes = await probe<Route[]>('/routes');

  let networks = 0;
  /** The program of the attacker. What it sends goes on only once, or until a decision of another session. */
  let app: (RegisteredApp & { token: string }) | undefined;
  const way = { url, network: () => `10.7.${++networks >> 8}.${networks & 255}` };
  let sessions = 0;
  let attacker: Account | undefined;
  /** Each session begins in a different network, so that no limit on sign-ins is reached. */
  async function enter(path: string, json: object): Promise<string | undefined> {
    sessions += 1;
    const reply = await send(`${url}${path}`, { from: `10.8.${sessions >> 8}.${sessions & 255}`, json });
    return /logbook-access=([^;]+)/.exec(String(reply.headers['set-cookie']))?.[1];
  }
  async function hasEnded(token: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await send(`${url}/api/auth/user`, { from: quiet, headers });
    return status !== 200;
  }
  /** Some operations end the session, and one deletes the account. */
  async function livingAttacker() {
    if (attacker) {
      if (!(await hasEnded(attacker.token))) return attacker;
      const token = await enter('/api/auth/sign-in', { email: attacker.email, password });
      if (token !== undefined) return (attacker = { ...attacker, token });
    }
    const mark = `flooded-${sessions}`;
    const email = `${mark}@example.com`;
    const token = await enter('/api/auth/sign-up', { full_name: 'Flo Flood', email, password });
    if (token === undefined) throw new Error('The sign-up of the attacker was refused.');
    const data = await fillWell(program, email, mark);
    const owner = { url, token, slug: mark, from: quiet };
    const stored = await storeFiles(owner, photo);
    const packet = await publishPacket(owner, stored, data);
    return (attacker = { email, token, data, stored, packet });
  }
  /** The addresses of what a flood may have ended, published again where it has. */
  async function addresses(account: Account) {
    const { token, data, stored } = account;
    const { slug } = data;
    const owner = { url, token, slug, from: quiet };
    const isGone = async (path: string) => (await send(`${url}${path}`, { from: quiet })).status !== 200;
    const page = await send(`${url}/${slug}`, { from: quiet });
    if (!page.body.includes('/credentials/')) await republish(program, data);
    // Its file, because the page itself is long.
    if ((await isGone(`${account.packet.path}/files/1`)) || (await isDraftChanged(owner, account.packet))) {
      account.packet = await publishPacket(owner, stored, data);
    }
    if (app?.token !== token) app = { token, ...(await registerApp(way)) };
    return { ...(await addressesOf(owner, stored, account.packet)), ...requestsOfApp(app) };
  }
  let made: Target[] | undefined;
  function beforeSending(requests: readonly Buffer[]): readonly Buffer[] {
    if (!requests.every((request) => request.subarray(0, 4).equals(reading))) made = undefined;
    return requests;
  }

  return {
    honest,
    loop: () => probe<Loop>('/loop'),
    async targets() {
      if (made) return made;
      const account = await livingAttacker();
      const { token } = account;
      const headers = {
        'x-forwarded-for': from,
        authorization: `Bearer ${token}`,
        'accept-encoding': 'gzip',
        'sec-fetch-site': 'same-origin',
      };
      const parts = {
        headers,
        photo,
        addresses: await addresses(account),
        known: (path: string) => (name: string) => knownValue(account, path, name),
      };
      return (made = [...routeTargets(routes, document, parts), ...bodyTargets(document, parts)]);
    },
    hasEnded: () => hasEnded(attacker!.token),
    start: (requests, connections) => flooder.start({ port, connections, requests: beforeSending(requests) }),
    sample: (requests, most) =>
      flooder.run({ port, connections: 1, requests: beforeSending(requests), most }),
    stop: () => flooder.stop(),
    async remove() {
      await flooder.close();
      await honest.close();
      closeConnections();
      await program.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const pick = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)];

/** What a parameter or field of this name usually is. */
function knownValue(account: Account, path: string, name: string): unknown {
  const { data } = account;
  switch (name) {
    case 'slug':
    case 'segment':
      return data.slug;
    case 'user_id':
    case 'userId':
      return path.includes('team') ? pick(data.memberIds) : data.userId;
    case 'check_in_id':
      return pick(data.checkInIds);
    case 'vouch_id':
      return pick(data.vouchIds);
    case 'id':
      return path.includes('{id}') ? idFor(account, path) : undefined;
    case 'title':
    case 'line':
    case 'introduction':
    case 'note':
      return path.startsWith('/api/packets') ? 'What it was about' : undefined;
    case 'from':
      return path.startsWith('/api/packets') ? '2026-01-01' : undefined;
    case 'to':
      return path.startsWith('/api/packets') ? '2026-12-31' : undefined;
    case 'endpoint':
      return `https://push.example.com/${Math.random()}`;
    case 'timezone':
    case 'time_zone':
      return 'Europe/Berlin';
    case 'bucket':
      return 'log-files';
    default:
      return /email/i.test(name) ? `someone${Math.floor(Math.random() * 1e6)}@example.com` : undefined;
  }
}

function idFor({ data, packet }: Account, path: string): string | undefined {
  if (path.startsWith('/api/goals')) return pick(data.goalIds);
  if (path.startsWith('/api/vouches')) return pick(data.vouchIds);
  if (path.startsWith('/api/packets')) return packet.id;
  return path.startsWith('/api/check_ins') ? pick(data.checkInIds) : undefined;
}
