// What users do, as a load: people with years of entries who read, search and write. The load generator shares the machine
// with the server, so its figures are compared only with others of the same run.
import { expect } from 'vitest';
import { Instance } from '../../../bench/instance.ts';
import type { LoadRequest, Measured } from '../../../bench/load.ts';
import { publish, slug } from '../../../bench/public-pages.ts';
import { Loader } from '../../../bench/rounds.ts';
import { writeEntries } from '../../../bench/seed.ts';

const readers = 10;
const entriesEach = 3_000;
const callers = 16;

const texts = [
  'Shipped the import of old logs #import',
  'Reviewed the plan for the next quarter with Ana; two risks remain open. #planning',
  'Fixed the export of large archives, which had lost its last file.',
];

export type Busy = {
  instance: Instance;
  /** Runs the mix. `perSecond`: see `Load`. Throws if a response is an error. */
  traffic(seconds: number, perSecond?: number): Promise<Measured>;
  remove(): Promise<void>;
};

/** Starts a server in production mode with these settings, and fills it. */
export async function startBusy(settings: Record<string, string> = {}): Promise<Busy> {
  const loader = new Loader();
  const instance = await Instance.make({ TRUSTED_PROXIES: '127.0.0.1', ...settings });
  const people: { id: string; cookie: string }[] = [];
  for (let n = 0; n < readers; n++) people.push(await instance.signUpSettled(`reader${n}`));
  await instance.asOwner(async (owner) => {
    for (const { id } of people) await writeEntries(owner, id, texts, entriesEach);
  });
  await publish(instance);
  const requests = mixOf(people.map(({ cookie }) => cookie));
  return {
    instance,
    async traffic(seconds, perSecond) {
      const paced = perSecond === undefined ? {} : { perSecond };
      const measured = await loader.run({ port: instance.port, callers, seconds, requests, ...paced });
      expect(measured.problem).toBeNull();
      expect(measured.requests).toBeGreaterThan(0);
      return measured;
    },
    async remove() {
      loader.stop();
      await instance.remove();
    },
  };
}

/** 60 % timelines, 10 % dashboards, 10 % searches, 10 % new entries, 5 % public pages, 5 % goals. */
function mixOf(cookies: string[]): LoadRequest[] {
  const headersOf = (cookie: string) => ({
    cookie,
    'sec-fetch-site': 'same-origin',
    'accept-encoding': 'gzip, deflate, br',
  });
  const get = (path: string) => (cookie: string) =>
    ({ method: 'GET', path, headers: headersOf(cookie) }) satisfies LoadRequest;
  const write = (cookie: string): LoadRequest => ({
    method: 'POST',
    path: '/api/check_ins',
    headers: headersOf(cookie),
    entry: { content: texts[1]!, emoji: '🚀' },
  });
  const timeline = get('/api/check_ins');
  const pattern = [
    ...[timeline, timeline, timeline, get('/'), timeline, timeline, timeline, write],
    ...[timeline, get('/api/check_ins/search?q=archives'), get(`/${slug}`), timeline, timeline],
    ...[get('/'), timeline, timeline, write, get('/api/check_ins/search?q=risks'), timeline],
    ...[get('/api/goals')],
  ];
  return cookies.flatMap((_, round) =>
    pattern.map((make, place) => make(cookies[(round + place) % cookies.length]!)),
  );
}

export const rateOf = ({ requests, seconds }: Measured) => requests / seconds;
export const ms = (value: number) => `${value.toFixed(1)} ms`;
