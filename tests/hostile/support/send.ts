// One HTTP request from a chosen network address, over keep-alive connections that each address has for itself.
import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export type Sending = {
  /**
   * The caller's address. An address in 127.0.0.0/8 other than 127.0.0.1 is the real source address of the connection.
   * Any other is sent as X-Forwarded-For, which the server under attack believes (TRUSTED_PROXIES=127.0.0.1).
   */
  from: string;
  /** Default: POST with a body, otherwise GET. */
  method?: string;
  headers?: OutgoingHttpHeaders;
  json?: unknown;
  body?: Buffer;
  /** Default: 60,000. */
  timeoutMs?: number;
};

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** From the call until the last byte of the answer. */
  ms: number;
  json(): unknown;
};

const agents = new Map<string, Agent>();

/** Rejects when the connection fails or the time is over; every HTTP status resolves. */
export function send(url: string, sending: Sending): Promise<Reply> {
  const { from, json, timeoutMs = 60_000 } = sending;
  const body = json === undefined ? sending.body : Buffer.from(JSON.stringify(json));
  const isReal = from.startsWith('127.');
  const headers: OutgoingHttpHeaders = {
    ...(!isReal && { 'x-forwarded-for': from }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(body && { 'content-length': body.length }),
    'sec-fetch-site': 'same-origin',
    ...sending.headers,
  };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: sending.method ?? (body ? 'POST' : 'GET'),
      headers,
      agent: agentOf(from),
      ...(isReal && { localAddress: from }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    call.on('error', reject);
    call.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('error', reject);
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          body: whole,
          ms: performance.now() - started,
          json: () => JSON.parse(whole.toString('utf8')) as unknown,
        });
      });
    });
    call.end(body);
  });
}

function agentOf(from: string): Agent {
  const known = agents.get(from);
  if (known) return known;
  const made = new Agent({ keepAlive: true, maxSockets: 1000 });
  agents.set(from, made);
  return made;
}

/** Closes the idle connections of all addresses. */
export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}
