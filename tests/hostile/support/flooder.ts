// Controls the flooding thread (flood-worker.ts).
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type Flood = {
  port: number;
  connections: number;
  /** Complete requests, sent in turn. */
  requests: readonly Buffer[];
  /** Ends after this many responses, or after `patienceMs`. Default: when it is stopped. */
  most?: number;
};

export const patienceMs = 10_000;

/** `statuses`: responses by status. `closed`: connections that the server closed. */
export type Flooded = { statuses: Record<string, number>; closed: number };

export type Flooder = {
  start(flood: Omit<Flood, 'most'>): void;
  stop(): Promise<Flooded>;
  /** Resolves when the flood has ended. */
  run(flood: Flood & { most: number }): Promise<Flooded>;
  close(): Promise<unknown>;
};

export function startFlooder(): Flooder {
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url));
  const ended = async () => ((await once(worker, 'message')) as [Flooded])[0];
  return {
    start: (flood) => worker.postMessage(flood),
    stop() {
      worker.postMessage('stop');
      return ended();
    },
    run(flood) {
      worker.postMessage(flood);
      return ended();
    },
    close: () => worker.terminate(),
  };
}

type Parts = { method: string; path: string; headers?: Record<string, string>; body?: Buffer };

/** The bytes of a request. */
export function rawRequest({ method, path, headers = {}, body }: Parts): Buffer {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...((body || method !== 'GET') && { 'content-length': String(body?.length ?? 0) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return body ? Buffer.concat([head, body]) : head;
}
