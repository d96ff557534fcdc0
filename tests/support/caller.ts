import type { FastifyInstance } from 'fastify';
import { addressOf } from '#platform/http/client.ts';
import type { Config } from '#platform/config/config.ts';

export type CallOptions = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
  /** `undefined` removes a default header. */
  headers?: Record<string, string | undefined>;
};

/** What a problem document adds to the body of an answer: tests read the fields of either. */
export type ProblemBody = {
  code: string;
  title: string;
  detail?: string;
  request_id: string;
  retry_after?: number;
  fields?: { path: string }[];
};

export type Answer<Body = unknown> = {
  status: number;
  json: Body;
  text: string;
  bytes: Buffer;
  headers: Record<string, string>;
};

/** A caller with a browser: stores cookies and calls from the product's own origin. */
export class Caller {
  readonly #server: FastifyInstance;
  /** Of the page: the instance's. */
  readonly origin: string;
  cookies: Record<string, string> = {};
  userId = '';
  email = '';

  constructor(server: FastifyInstance, config: Config) {
    this.#server = server;
    this.origin = config.appUrl;
  }

  async call<Body = unknown>(key: string, options: CallOptions = {}): Promise<Answer<Body>> {
    const [method, path] = key.split(' ') as [string, string];
    const payload = options.form ? await encodeForm(options.form) : { payload: options.body, headers: {} };
    const response = await this.#server.inject({
      method: method,
      url: addressOf(path, options),
      // With an empty object, it would send an empty header.
      ...(Object.keys(this.cookies).length > 0 && { cookies: this.cookies }),
      ...(payload.payload !== undefined && { payload: payload.payload as object | Buffer }),
      headers: withoutUndefined({ origin: this.origin, ...payload.headers, ...options.headers }),
    });
    for (const { name, value } of response.cookies) {
      if (value === '') delete this.cookies[name];
      else this.cookies[name] = value;
    }
    const type = response.headers['content-type']?.toString() ?? '';
    return {
      status: response.statusCode,
      json: (type.includes('json') && !response.headers['content-encoding']
        ? response.json()
        : undefined) as Body,
      text: response.body,
      bytes: response.rawPayload,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
    };
  }
}

function withoutUndefined(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

async function encodeForm(form: FormData): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type')! },
  };
}
