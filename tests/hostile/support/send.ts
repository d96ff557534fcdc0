// Sends one HTTP request from a chosen network address. Each address has its own keep-alive connections.
import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';

export type Sending = {
  /**
   * The caller's address. An address in 127.0.0.0/8 other than 127.0.0.1 is the real source address of the connection.
   * Any other address is sent as X-Forwarded-For, which the server under attack trusts (TRUSTED_PROXIES=127.0.0.1).
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
  /** From the call until the last byte of the response. */
  ms: number;
  json(): unknown;
};

const agents = new Map<string, Agent>();

/** Resolves with any HTTP status. Rejects when the connection fails or times out. */
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
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: bytes,
          ms: performance.now() - started,
          json: () => JSON.parse(bytes.toString('utf8')) as unknown,
        });
      });
    });
    call.end(body);
  });
}

function agentOf(from: string): Agent {
  const existing = agents.get(from);
  if (existing) return existing;
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  agents.set(from, agent);
  return agent;
}

/** Closes the idle connections of all addresses. */
export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
  agents.clear();
}
