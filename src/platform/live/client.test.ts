import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenFrom, listenLive, listenSince } from './client.ts';

/** Fake browser WebSocket. The test plays the server. */
class Socket {
  static all: Socket[] = [];
  static CONNECTING = 0;
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
  accept(missed = true) {
    this.readyState = 1;
    this.onopen?.();
    this.receive(JSON.stringify({ connected: 1, missed }));
  }
  receive(data: string) {
    this.onmessage?.({ data });
  }
  fail(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const last = () => Socket.all.at(-1)!;
let end: () => void;
const received: unknown[] = [];
let connects = 0;
let missed = 0;

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
  received.length = 0;
  connects = missed = 0;
  end = listenLive({
    kinds: ['check_ins'],
    onEvent: (event) => received.push(event),
    onConnect: () => connects++,
    onMissed: () => missed++,
  });
});

afterEach(() => {
  end();
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('listeners share one live socket and receive events of their kinds, but no other messages', async () => {
  last().accept();
  const other: unknown[] = [];
  const endOther = listenLive({
    kinds: ['check_ins', 'goals'],
    onEvent: (event) => other.push(event),
    onConnect: () => other.push('connected'),
  });
  last().receive('{"kind":"check_ins","id":"1"}');
  last().receive('{"kind":"goals","id":"2"}');
  last().receive('{"kind":"profiles","id":"3"}');
  for (const other of ['{"pong":1}', 'no json', '{"kind":1,"id":2}', 'null']) last().receive(other);
  expect(last().address).toBe('wss://log.example/api/live');
  expect(Socket.all).toHaveLength(1);
  expect(received).toEqual([{ kind: 'check_ins', id: '1' }]);
  expect(other).toEqual(['connected', { kind: 'check_ins', id: '1' }, { kind: 'goals', id: '2' }]);
  endOther();
});

test('the live client reconnects after 1, 2, 5, then 10 seconds, and after 1 again once connected', () => {
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

test('the live client reconnects within two seconds of a restart of the server, at a random moment', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.25);
  last().accept();
  last().fail(1012);
  vi.advanceTimersByTime(499);
  expect(Socket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(Socket.all).toHaveLength(2);
  random.mockRestore();
});

test('the live client pings every 25 seconds and reconnects without a pong within 10 seconds', () => {
  last().accept();
  vi.advanceTimersByTime(25_000);
  expect(last().sent).toEqual(['{"ping":1}', '{"ping":1}']);
  last().receive('{"pong":1}');
  vi.advanceTimersByTime(25_000);
  const unresponsive = last();
  vi.advanceTimersByTime(11_000);
  expect(unresponsive.readyState).toBe(3);
  expect(Socket.all).toHaveLength(2);
});

test('a handshake that fails twice is reported as a refusal once, and repeated for as long as it fails', async () => {
  let reports = 0;
  const endOther = listenLive({ onRefused: () => reports++ });
  for (let attempt = 0; attempt < 5; attempt++) {
    last().fail();
    vi.advanceTimersByTime(10_000);
    expect(reports).toBe(attempt === 0 ? 0 : 1);
  }
  expect(Socket.all).toHaveLength(6);
  endOther();
});

test('without a session, the live client gives up after three refusals and retries once online again', () => {
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

test('removing the last listener closes the live socket for good, after a second', () => {
  last().accept();
  end();
  vi.advanceTimersByTime(999);
  expect(last().readyState).toBe(1);
  vi.advanceTimersByTime(1);
  expect(last().readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});

test('a page of the app that follows another one takes over its live socket', () => {
  last().accept();
  end();
  vi.advanceTimersByTime(500);
  end = listenLive({ onConnect: () => connects++ });
  vi.advanceTimersByTime(2000);
  expect(Socket.all).toHaveLength(1);
  expect(connects).toBe(2);
});

test('the first connection begins at the position of the page, and only a gap is reported', () => {
  end();
  vi.runOnlyPendingTimers();
  listenFrom('820');
  end = listenLive({ onConnect: () => connects++, onMissed: () => missed++ });
  expect(last().address).toBe('wss://log.example/api/live?since=820');
  last().fail();
  vi.advanceTimersByTime(1000);
  expect(last().address).toBe('wss://log.example/api/live?since=820');
  last().accept(false);
  expect([connects, missed]).toEqual([1, 0]);
  last().fail();
  vi.advanceTimersByTime(1000);
  expect(last().address).toBe('wss://log.example/api/live');
  last().accept();
  expect([connects, missed]).toEqual([2, 1]);
});

test('the first attempt says how long ago the page began to read its data, and how long the request may take', () => {
  end();
  vi.runOnlyPendingTimers();
  listenSince(Date.now());
  vi.advanceTimersByTime(700);
  end = listenLive({ onMissed: () => missed++ });
  expect(last().address).toBe('wss://log.example/api/live?age=3700');
  vi.advanceTimersByTime(3000);
  last().accept(false);
  expect(missed).toBe(0);
  last().fail();
  vi.advanceTimersByTime(1000);
  expect(last().address).toBe('wss://log.example/api/live');
});

test('events may have been missed if such a request takes longer', () => {
  end();
  vi.runOnlyPendingTimers();
  listenSince(Date.now());
  end = listenLive({ onMissed: () => missed++ });
  vi.advanceTimersByTime(3001);
  last().accept(false);
  expect(missed).toBe(1);
});

test('a server that does not say whether events were missed may have missed them', () => {
  last().readyState = 1;
  last().receive('{"pong":1}');
  expect([connects, missed]).toEqual([1, 1]);
});

test.each([
  { readAt: 0, gaps: 0, what: 'whose data is being read' },
  { readAt: 100_000, gaps: 0, what: 'whose data is newer than the events of its kinds' },
  { readAt: 30_000, gaps: 1, what: 'whose data is older than an event' },
  { readAt: 41_000, gaps: 1, what: 'whose data was perhaps read before an event' },
  { readAt: undefined, gaps: 1, what: 'that does not say when its data was read' },
])('a listener that begins later, $what, is notified of $gaps gaps', ({ readAt, gaps }) => {
  // Later than all other tests.
  const start = Date.UTC(2100, 0);
  last().accept(false);
  vi.setSystemTime(start + 40_000);
  last().receive('{"kind":"goals","id":"1"}');
  vi.setSystemTime(start + 99_000);
  last().receive('{"kind":"vouches","id":"1"}');
  const late = vi.fn<() => void>();
  const read = readAt === undefined ? {} : { readAt: () => readAt && start + readAt };
  const endLate = listenLive({ kinds: ['goals'], onMissed: late, ...read });
  expect(late).toHaveBeenCalledTimes(gaps);
  endLate();
});

test('a live socket that still connects when the last listener leaves is closed once it is open', () => {
  const abandoned = last();
  end();
  vi.advanceTimersByTime(1000);
  expect(abandoned.readyState).toBe(0);
  abandoned.accept();
  expect(abandoned.readyState).toBe(3);
  expect([abandoned.sent, connects]).toEqual([[], 0]);
  vi.advanceTimersByTime(60_000);
  expect(Socket.all).toHaveLength(1);
});
