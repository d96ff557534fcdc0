// Events of a calendar, with the reader of the browser: an event has the same id in both, so it is suggested once.
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { calendar } from '#features/imports/read/calendar.ts';
import { Collector } from '#features/imports/read/collector.ts';
import type { Source } from '#features/imports/read/sources.ts';
import { Unreadable } from '#features/imports/read/unreadable.ts';
import { calendarTexts as texts, importTexts } from '../../import-texts.ts';
import { CommandError } from '../command-error.ts';
import { timeZone } from '../day-input.ts';
import { oneLine } from '../terminal.ts';
import type { Adapter, Found, LeftOut, Origin, Period, Reader } from './adapter.ts';
import { leftOutTexts } from './adapter.ts';
import { isOnThisMachine, isSafe } from './service.ts';

const mostBytes = 50 * 1024 ** 2;
const timeoutMs = 120_000;
const mostRedirects = 5;

export const icsAdapter: Adapter = {
  name: 'ics',
  source: 'calendar',
  takesWords: true,
  async open(words, addresses) {
    if (words.length === 0) throw new CommandError('usage', texts.which);
    return words.map((word) =>
      /^[a-z][a-z0-9+.-]+:\/\//i.test(word) ? remote(word, addresses) : local(word, addresses),
    );
  },
};

function local(word: string, addresses: readonly string[]): Origin {
  const stats = statSync(word, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new CommandError('usage', texts.noFile(oneLine(word)));
  const path = realpathSync(word);
  const source: Source = {
    ...{ path: basename(path), size: stats.size },
    open: async () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
  return {
    ...{ id: path, label: basename(path), words: [path] },
    read: (period, reader) => read(source, addresses, period, reader),
  };
}

function remote(word: string, addresses: readonly string[]): Origin {
  const url = addressOf(word.replace(/^webcals?:/i, 'https:'));
  return {
    ...{ id: url.href, words: [url.href] },
    // The rest of the address is often a secret.
    label: url.hostname,
    async *read(period, reader) {
      const content = await download(url);
      const source = { path: url.hostname, size: content.size, open: async () => content.stream() };
      yield* read(source, addresses, period, reader);
    },
  };
}

/** Another host must not send the program to what only this machine can reach. */
export function addressOf(text: string, from?: URL): URL {
  const url = URL.canParse(text, from?.href) ? new URL(text, from?.href) : undefined;
  const isInside = url !== undefined && from !== undefined && isOnThisMachine(url) && !isOnThisMachine(from);
  if (!url || !isSafe(url) || isInside || url.username || url.password)
    throw new CommandError(
      from ? 'refused' : 'usage',
      from ? texts.badRedirect(from.hostname) : texts.badAddress,
    );
  return url;
}

async function download(address: URL): Promise<Blob> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = address;
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const response = await request(url, signal);
    const to = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || to === null) return contentOf(url, response);
    await response.body?.cancel();
    url = addressOf(to, url);
  }
  throw new CommandError('refused', texts.redirects(address.hostname));
}

const unreachable = (url: URL) => new CommandError('offline', texts.unreachable(url.hostname));

async function request(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal, headers: { 'user-agent': 'logbook-cli' } });
  } catch {
    throw unreachable(url);
  }
}

async function contentOf(url: URL, response: Response): Promise<Blob> {
  const { status, body } = response;
  if (status !== 200 || !body) {
    await body?.cancel();
    const mayPass = status >= 500 || status === 429 || status === 408;
    throw new CommandError(
      mayPass ? 'offline' : 'refused',
      (mayPass ? texts.tryLater : texts.checkAddress)(url.hostname, status),
    );
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      size += chunk.length;
      if (size > mostBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw unreachable(url);
  }
  if (size > mostBytes)
    throw new CommandError('refused', texts.tooLarge(url.hostname, mostBytes / 1024 ** 2));
  return new Blob(chunks);
}

async function* read(
  source: Source,
  addresses: readonly string[],
  { from, to }: Period,
  reader: Reader,
): AsyncGenerator<Found, void, void> {
  const options = {
    timeZone: timeZone(),
    ...{ from: new Date(from).toISOString(), to: new Date(to + 1).toISOString(), addresses: [...addresses] },
  };
  const collector = new Collector('calendar', options, to);
  try {
    await calendar.read(source, collector, new Map());
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    collector.skip(source.path, error.why);
  }
  const { found, counts } = collector.result();
  const whole = (['not_this_format', 'empty_file'] as const).find((why) => counts[why]);
  if (whole) throw new CommandError('refused', importTexts.about(oneLine(source.path), leftOutTexts[whole]));
  for (const [why, count] of Object.entries(counts) as [LeftOut, number][])
    if (why !== 'out_of_period') reader.leaveOut(why, count);
  for (const { sourceId, at, text, group = '', reason = '' } of found)
    yield { sourceId, at: Date.parse(at), text, group, reason };
}
