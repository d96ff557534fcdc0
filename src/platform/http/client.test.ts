import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  client,
  endSessionWith,
  hasCode,
  isClientError,
  isServerError,
  isUnreachable,
  messageOf,
  offlineProblem,
  problemFrom,
} from './client.ts';

describe('a failed call', () => {
  const refusal = problemFrom(
    409,
    '{"code":"id_taken","title":"Taken.","detail":"Another entry has this id."}',
  );
  const plainText = problemFrom(502, 'Bad Gateway');

  it('has the code of its problem document', () => {
    expect(hasCode(refusal, 'not_found', 'id_taken')).toBe(true);
    expect(hasCode(refusal, 'not_found')).toBe(false);
    expect(hasCode(new Error('id_taken'), 'id_taken')).toBe(false);
  });

  it('is a client error from 400 to 499', () => {
    const errors = [refusal, plainText, offlineProblem(), problemFrom(400, ''), new Error('other')];
    expect(errors.map(isClientError)).toEqual([true, false, false, true, false]);
  });

  it('is a server error from 500 on', () => {
    const errors = [problemFrom(500, ''), plainText, offlineProblem(), refusal, new Error('other')];
    expect(errors.map(isServerError)).toEqual([true, true, false, false, false]);
  });

  it('did not reach the server without a response, or with one from a gateway', () => {
    const errors = [offlineProblem(), plainText, problemFrom(503, ''), problemFrom(500, ''), refusal];
    expect(errors.map(isUnreachable)).toEqual([true, true, true, false, false]);
  });

  it('has a message if the response is a problem document, or if there was none', () => {
    expect(messageOf(refusal)).toBe('Another entry has this id.');
    expect(messageOf(problemFrom(404, '{"code":"not_found","title":"Nothing here."}'))).toBe('Nothing here.');
    expect(messageOf(offlineProblem())).toBe('No connection to the server.');
    expect(messageOf(plainText)).toBeUndefined();
    expect(messageOf(new TypeError('a bug'))).toBeUndefined();
  });
});

it('the call that ends a session is sent after the responses to earlier calls, and before later calls', async () => {
  const seen: string[] = [];
  let respondToRead: (() => void) | undefined;
  const respond = (response: ServerResponse) => response.writeHead(200).end('{}');
  const server = createServer(({ url = '' }, response) => {
    seen.push(url);
    if (url === '/read') respondToRead = () => respond(response);
    else respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { fetch } = globalThis;
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    server.close();
  });
  const call =
    client<Record<'GET /read' | 'POST /end' | 'GET /later', { access: 'session'; summary: string }>>();

  const read = call('GET /read', {});
  await vi.waitUntil(() => respondToRead);
  const ended = endSessionWith(() => call('POST /end', {}));
  const later = vi.fn<() => void>();
  void call('GET /later', {}).then(later);
  await fetch(`http://127.0.0.1:${port}/other`).then((response) => response.text());
  respondToRead!();
  await Promise.all([read, ended]);
  expect(seen).toEqual(['/read', '/other', '/end']);
  expect(later).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('pageshow'));
  await vi.waitFor(() => expect(later).toHaveBeenCalled());
});
