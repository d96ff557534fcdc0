// Requests to the instance, with the types of its operations.
import { release } from 'node:os';
import type { operations as captureOperations } from '#features/capture/contract.ts';
import type { operations as entryOperations } from '#features/check-ins/contract.ts';
import type { operations as goalOperations } from '#features/goals/contract.ts';
import type { operations as suggestionOperations } from '#features/suggestions/contract.ts';
import { addressOf, offlineProblem, problemFrom, type Problem } from '#platform/http/client.ts';
import type { CallInput, OperationKey, ResponseOf } from '#platform/http/operation.ts';
import { accessTexts as texts } from '../access-texts.ts';
import type { operations as loginOperations } from '../contract.ts';
import { CommandError } from './command-error.ts';
import { requireCredentials, type Credentials } from './credentials.ts';
import { oneLine } from './terminal.ts';

type Operations = typeof captureOperations &
  typeof entryOperations &
  typeof goalOperations &
  typeof suggestionOperations &
  typeof loginOperations;
type Key = keyof Operations & OperationKey;

export const version: string = import.meta.env['VERSION'];
const agent = `logbook-cli/${version} (${process.platform} ${release()}; Node ${process.versions.node})`;

const timeoutMs = 20_000;
/** With files, on a slow connection. */
const uploadTimeoutMs = 300_000;

type Sent = { url: string; method: string; body?: string | FormData; headers?: Record<string, string> };

/** Throws a `Problem`: status 0 without a response. */
async function send({ url, method, body, headers }: Sent): Promise<unknown> {
  const isForm = body instanceof FormData;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { 'user-agent': agent, ...headers },
      ...(body !== undefined && { body }),
      // A token must not follow a redirect to another server.
      redirect: 'manual',
      signal: AbortSignal.timeout(isForm ? uploadTimeoutMs : timeoutMs),
    });
    text = await response.text();
  } catch {
    throw offlineProblem();
  }
  if (response.status >= 300 && response.status < 400) {
    const to = response.headers.get('location') ?? texts.nowhere;
    throw new CommandError('refused', texts.redirects(new URL(url).origin, oneLine(to)));
  }
  if (!response.ok) throw problemFrom(response.status, text);
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError('refused', texts.noLogbook(new URL(url).origin));
  }
}

const jsonType = { 'content-type': 'application/json' };

/** Calls an operation that needs no token. */
export async function callAnonymously<K extends keyof typeof loginOperations & OperationKey>(
  url: string,
  key: K,
  body: object,
): Promise<ResponseOf<(typeof loginOperations)[K]>> {
  const [method, path] = key.split(' ') as [string, string];
  const sent = { url: url + path, method, body: JSON.stringify(body), headers: jsonType };
  return (await send(sent)) as ResponseOf<(typeof loginOperations)[K]>;
}

/** Calls an operation with the token of this machine. Throws a `Problem` as the server sent it. */
export async function call<K extends Key>(
  key: K,
  input: CallInput<Operations[K]>,
  credentials: Credentials = requireCredentials(),
): Promise<ResponseOf<Operations[K]>> {
  const [method, path] = key.split(' ') as [string, string];
  const { body, ...place } = input as { body?: object };
  return (await send({
    url: credentials.url + addressOf(path, place),
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${credentials.token}`, ...(body !== undefined && jsonType) },
  })) as ResponseOf<Operations[K]>;
}

type Captured = ResponseOf<Operations['POST /api/capture']>;

/** Adds an entry. Repeating it with the same key adds nothing. */
export async function capture(
  credentials: Credentials,
  key: string,
  entry: { text: string; emoji?: string; date?: string },
  files: readonly File[],
): Promise<Captured> {
  const headers = { authorization: `Bearer ${credentials.token}`, 'idempotency-key': key };
  const place = { url: `${credentials.url}/api/capture`, method: 'POST' };
  if (files.length === 0) {
    const body = JSON.stringify(entry);
    return (await send({ ...place, body, headers: { ...headers, ...jsonType } })) as Captured;
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(entry)) form.set(name, value);
  for (const file of files) form.append('file', file);
  return (await send({ ...place, body: form, headers })) as Captured;
}

/** Whether the same request may succeed later. */
export function mayRecover({ status }: Problem): boolean {
  return status === 0 || status >= 500 || status === 408 || status === 429;
}

/** The message and exit code for what the server said, or did not say. */
export function explain(error: Problem): CommandError {
  const { status, code, title, detail } = error;
  if (status === 0) return new CommandError('offline', texts.noServerSoFar);
  if (status === 401) return new CommandError('signedOut', texts.accessEnded);
  if (code === 'beyond_token')
    return new CommandError('signedOut', `${oneLine(title)} ${oneLine(detail ?? '')}`.trim());
  const said = oneLine(texts.said(title, detail ?? ''));
  const { retryAfter } = error;
  return new CommandError('refused', retryAfter === undefined ? said : texts.retry(said, retryAfter));
}
