import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenLive } from './client.ts';

/** Stands in for the browser's socket; the test plays the server. */
class Socket {
  static all: Socket[] = [];
  static OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  address: string;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(address: URL) {
    this.address = address.href;
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  accept() {
    this.readyState = 1;
    this.onopen?.();
    this.say('{"pong":1}');
  }
  say(data: string) {
    this.onmessage?.({ data });
  }
  fail(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const last = () => Socket.all.at(-1)!;
let end: () => void;
const heard: unknown[] = [];
let connects = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { href: 'https://log.example/?tab=timeline' });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  Socket.all = [];
  heard.length = 0;
  connects = 0;
  end = listenLive({ onEvent: (event) => heard.push(event), onConnect: () => connects++ });
});

afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('one socket for all listeners; events reach them, anything else does not', () => {
  last().accept();
  const other: unknown[] = [];
  const endOther = listenLive({
    onEvent: (event) => other.push(event),
    onConnect: () => other.push('connected'),
  });
  last().say('{"kind":"check_ins","id":"1"}');
  for (const odd of ['{"pong":1}', 'no json', '{"kind":1,"id":2}', 'null']) last().say(odd);
  expect(last().address).toBe('wss://log.example/api/live');
  expect(Socket.all).toHaveLength(1);
  expect(heard).toEqual([{ kind: 'check_ins', id: '1' }]);
  expect(other).toEqual(['connected', { kind: 'check_ins', id: '1' }]);
  endOther();
});

test('it tries again after 1, 2, 5, then 10 seconds, and from 1 again once it was answered', () => {
  const waits = [1, 2, 5, 10, 10];
  for (const seconds of waits) {
    const before = Socket.all.length;
    last().fail();
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(Socket.all).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(Socket.all).toHaveLength(before + 1);
  }
  last().accept();
  expect(connects).toBe(1);
  last().fail();
  vi.advanceTimersByTime(1000);
  last().accept();
  expect(connects).toBe(2);
});

test('a ping every 25 seconds; no answer within 10 means that the socket is dead', () => {
  last().accept();
  vi.advanceTimersByTime(25_000);
  expect(last().sent).toEqual(['{"ping":1}', '{"ping":1}']);
  last().say('{"pong":1}');
  vi.advanceTimersByTime(25_000);
  const silent = last();
  vi.advanceTimersByTime(11_000);
  expect(silent.readyState).toBe(3);
  expect(Socket.all).toHaveLength(2);
});

test('without a session it gives up after three refusals, and looks again when the page comes back', () => {
  for (let i = 0; i < 3; i++) {
    last().fail(4401);
    vi.advanceTimersByTime(10_000);
  }
  expect(Socket.all).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(3);
  dispatchEvent(new Event('online'));
  expect(Socket.all).toHaveLength(4);
});

test('the last listener closes it for good', () => {
  last().accept();
  end();
  expect(last().readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});
