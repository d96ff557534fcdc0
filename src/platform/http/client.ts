// The typed browser client. It is a few hundred bytes, because operations are imported as types only.
import { localProblemTexts } from './problem-texts.ts';
import type { ResponseOf, CallInput, OperationKey, Operations } from './operation.ts';
import { readyToSend } from './send-gate.ts';

/** A problem with one input field: a path such as `body.content`, and a sentence. */
export type FieldProblem = { path: string; message: string };

/**
 * An RFC 9457 problem, thrown to the caller. Without a response (offline, connection lost), `status` is 0 and `code` is
 * `offline`. `title` is a user-facing sentence.
 */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly fields: FieldProblem[];
  /** Seconds to wait before retrying, if the server sent it. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: ProblemBody) {
    super(body.title ?? localProblemTexts.unknown);
    this.name = 'Problem';
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.title = this.message;
    this.detail = body.detail;
    this.requestId = body.request_id;
    this.fields = body.fields ?? [];
    this.retryAfter = body.retry_after;
  }
}

/** Whether a call failed with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is Problem {
  return error instanceof Problem && codes.includes(error.code);
}

/** Whether the server refused a call (4xx), so that the same call would fail again. */
export function isClientError(error: unknown): error is Problem {
  return error instanceof Problem && error.status >= 400 && error.status < 500;
}

/** Whether a call failed on the server's side (5xx), so that it may succeed later. */
export function isServerError(error: unknown): error is Problem {
  return error instanceof Problem && error.status >= 500;
}

/** Whether a call did not reach a working server: no connection, or a gateway's response (502, 503 or 504). */
export function isUnreachable(error: unknown): error is Problem {
  return error instanceof Problem && (error.status === 0 || [502, 503, 504].includes(error.status));
}

/** The response's message for the user. Undefined for all other errors, and for a response that is not a problem. */
export function messageOf(error: unknown): string | undefined {
  return error instanceof Problem && error.code !== 'unknown' ? (error.detail ?? error.title) : undefined;
}

type ProblemBody = {
  title?: string;
  code?: string;
  detail?: string;
  request_id?: string;
  fields?: FieldProblem[];
  retry_after?: number;
};

/** Parses the body of an error response. A body that is not a problem document gets the code `unknown`. */
export function problemFrom(status: number, text: string): Problem {
  try {
    return new Problem(status, JSON.parse(text) as ProblemBody);
  } catch {
    return new Problem(status, {});
  }
}

/** The problem of a call without a response. */
export function offlineProblem(): Problem {
  return new Problem(0, { code: 'offline', title: localProblemTexts.offline });
}

type UntypedInput = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
};

/** The URL of an operation with its parameters filled in and its query appended. */
export function addressOf(path: string, input: UntypedInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const tail = query.toString();
  return tail ? `${filled}?${tail}` : filled;
}

/** Operations that the page handles without the server, with the same inputs, responses and `Problem` errors. */
export type LocalHandlers<All extends Operations> = {
  [K in keyof All & OperationKey]?: (input: CallInput<All[K]>) => Promise<ResponseOf<All[K]>>;
};

/** One of them, whatever its input. */
export type LocalHandler = (input: never) => Promise<unknown>;
const localHandlers = new Map<string, LocalHandler>();

/**
 * From now on these operations never reach the server: there is no session, and the browser stores the log (R-I1). Calls
 * `onResponse` with the key of each operation that succeeded.
 */
export function handleLocally(
  handlers: { readonly [key: OperationKey]: LocalHandler | undefined },
  onResponse: (key: OperationKey) => void,
): void {
  for (const [key, handler] of Object.entries(handlers) as [OperationKey, LocalHandler][]) {
    localHandlers.set(key, async (input) => {
      const response = await handler(input);
      onResponse(key);
      return response;
    });
  }
}

/** Whether an operation is handled in the page. Its caller can then skip work that only the network needs. */
export function isHandledLocally(key: OperationKey): boolean {
  return localHandlers.has(key);
}

let ending: Promise<void> | undefined;
const inFlight = new Set<Promise<Response>>();
/** How long the end of a session waits for requests in flight. Uploads of files do not count: they continue later. */
const settleMs = 2000;

/**
 * Runs the call that ends the session, once the requests in flight have a response: after it, they would be refused.
 * Unless it fails, no other call starts until the page is closed or shown again.
 */
export async function endSessionWith<T>(end: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  ending = promise;
  function resume() {
    ending = undefined;
    resolve();
  }
  try {
    await Promise.race([Promise.allSettled(inFlight), new Promise((done) => setTimeout(done, settleMs))]);
    ending = undefined;
    const ended = end();
    ending = promise;
    const result = await ended;
    // The browser may have kept the page, and shows it again when the user goes back.
    addEventListener('pageshow', resume, { once: true });
    return result;
  } catch (error) {
    resume();
    throw error;
  }
}

/**
 * Makes the client of a feature: `const call = client<typeof operations>()`, then
 * `await call('GET /api/check_ins', { query })`. Throws `Problem`; an abort throws the signal's reason.
 */
export function client<All extends Operations>() {
  return async function call<K extends keyof All & OperationKey>(
    key: K,
    input: CallInput<All[K]>,
    signal?: AbortSignal,
  ): Promise<ResponseOf<All[K]>> {
    const localHandler = localHandlers.get(key);
    if (localHandler) return localHandler(input as never) as Promise<ResponseOf<All[K]>>;
    const wait = ending ?? readyToSend(key);
    if (wait) await wait;
    const [method, path] = key.split(' ') as [string, string];
    const untyped = input as UntypedInput;
    const request = fetch(addressOf(path, untyped), {
      method,
      ...(signal && { signal }),
      ...(untyped.form && { body: untyped.form }),
      ...(untyped.body !== undefined && {
        body: JSON.stringify(untyped.body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    inFlight.add(request);
    let response: Response;
    try {
      response = await request;
    } catch (error) {
      if (signal?.aborted) throw error;
      throw offlineProblem();
    } finally {
      inFlight.delete(request);
    }
    if (!response.ok) throw problemFrom(response.status, await response.text());
    return (response.status === 204 ? undefined : await response.json()) as ResponseOf<All[K]>;
  };
}
