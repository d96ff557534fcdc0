// Requests to other services with the user's own token, which goes to that service only: not into messages, files or redirects.
import { setTimeout as pause } from 'node:timers/promises';
import { serviceTexts as texts } from '../../import-texts.ts';
import { CommandError } from '../command-error.ts';
import { oneLine } from '../terminal.ts';

const timeoutMs = 30_000;
/** More than a page of a hundred items has. */
const mostBytes = 32 * 1024 ** 2;
/** The longest pause that a service may ask for, and how often. */
const longestPause = 15 * 60;
const mostPauses = 5;
/** Seconds between attempts of a request that failed. */
const pauses = [1, 4];

type Named = { name: string; token: string; base: string; headers?: Record<string, string> };

type Answer = Pick<Response, 'status' | 'headers'> & { text: string };

export const isOnThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/** An address to which a secret may be sent: encrypted, or on this machine. */
export function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(url));
}

/** A service refused a request with this HTTP status. */
export class ServiceRefusal extends CommandError {
  readonly status: number;

  constructor(status: number, message: string) {
    super('refused', message);
    this.status = status;
  }
}

export class Service {
  readonly name: string;
  readonly host: string;
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor({ name, token, base, headers }: Named) {
    const url = URL.canParse(base) ? new URL(base) : undefined;
    if (!url || !isSafe(url) || url.username || url.password || !/^[\x21-\x7e]+$/.test(token))
      throw new CommandError('usage', texts.invalid(name));
    this.name = name;
    this.host = url.host;
    this.#base = base.replace(/\/+$/, '');
    this.#headers = { ...headers, authorization: `Bearer ${token}`, 'user-agent': 'logbook-cli' };
  }

  /** The JSON at a path. Waits when the service says so, and repeats what may succeed later. */
  async get(path: string, query: Record<string, string> = {}): Promise<unknown> {
    const url = `${this.#base}${path}?${String(new URLSearchParams(query))}`;
    let failures = 0;
    for (let waits = 0; ;) {
      const response = await this.#fetch(url);
      const wait = response && pauseOf(response);
      if (wait !== undefined) {
        if (wait > longestPause || ++waits > mostPauses) throw this.#limited(wait);
        await pause(wait * 1000);
      } else if (response && response.status < 500) return this.#read(response);
      else {
        const seconds = pauses[failures++];
        if (seconds === undefined)
          throw new CommandError(
            'offline',
            response ? texts.hasProblem(this.name, response.status) : texts.unreachable(this.name),
          );
        await pause(seconds * 1000);
      }
    }
  }

  /** Undefined without a whole response: it may be cut off in the middle. */
  async #fetch(url: string): Promise<Answer | undefined> {
    try {
      const response = await fetch(url, {
        headers: this.#headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, headers: response.headers, text: await textOf(response) };
    } catch {
      return undefined;
    }
  }

  #read({ status, text }: Answer): unknown {
    if (status === 401) throw new CommandError('signedOut', texts.tokenRefused(this.name));
    if (status !== 200) throw new ServiceRefusal(status, texts.refused(this.name, status, messageOf(text)));
    try {
      return JSON.parse(text);
    } catch {
      throw this.unknownForm();
    }
  }

  /** What is thrown for a response in another form than that of the recordings in the tests. */
  unknownForm(): CommandError {
    return new CommandError('refused', texts.unknownForm(this.name));
  }

  #limited(seconds: number): CommandError {
    return new CommandError('offline', texts.limited(this.name, Math.ceil(seconds / 60)));
  }
}

/** The seconds that a service asks to wait. Undefined if it does not. */
function pauseOf({ status, headers }: Answer): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const number = (...names: string[]) => {
    const found = names.map((name) => headers.get(name)).find((value) => value !== null);
    return found != null && /^\d+$/.test(found) ? Number(found) : undefined;
  };
  const after = number('retry-after');
  if (after !== undefined) return after;
  const isUsedUp = number('x-ratelimit-remaining', 'ratelimit-remaining') === 0;
  const reset = number('x-ratelimit-reset', 'ratelimit-reset');
  if (isUsedUp && reset !== undefined) return Math.max(1, reset - Math.floor(Date.now() / 1000) + 1);
  return status === 429 ? 60 : undefined;
}

/** Empty if it is too large. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function messageOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? oneLine(message).slice(0, 200).replace(/\.$/, '') : '';
  } catch {
    return '';
  }
}

/** The property of something that a service sent. Undefined if there is none. */
export function field(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** The same as text or number. Empty if it is neither. */
export function textField(value: unknown, ...path: string[]): string {
  const found = field(value, ...path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}
