// Another service on this machine: what its requests were, and what it answers.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = { status?: number; headers?: Record<string, string>; body?: unknown };
type Asked = { path: string; query: URLSearchParams; headers: IncomingHttpHeaders };

export class FakeService {
  readonly asked: Asked[] = [];
  /** Answers to the next requests, before those of the service. */
  readonly faults: Answer[] = [];
  readonly #server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://fake');
    const asked = { path: pathname, query: searchParams, headers: request.headers };
    this.asked.push(asked);
    const { status = 200, headers = {}, body = {} } = this.faults.shift() ?? this.answer(asked);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
  });
  answer: (asked: Asked) => Answer;
  /** Its address, also once it is closed. */
  url = '';

  constructor(answer: (asked: Asked) => Answer) {
    this.answer = answer;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A page of a list, by the parameters of both services. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams): Item[] {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 20)];
  return items.slice((page - 1) * size, page * size);
}
