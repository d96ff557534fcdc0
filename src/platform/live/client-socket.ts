// One WebSocket per page for all listeners of live events.
import { refusalCodes, restartCode } from './close-codes.ts';
import type { Connected, LiveEvent } from './listener.ts';
import { livePath } from '../http/live-path.ts';
import { readyToSend } from '../http/send-gate.ts';

const heartbeatMs = 25_000;
const pongTimeoutMs = 10_000;
/** Delays before each reconnect; the last one repeats. */
const reconnectMs = [1000, 2000, 5000, 10_000];
/** The longest delay after a restart. Random, so that the pages of one process do not all reconnect at the same time. */
const afterRestartMs = 2000;
/** Attempts after a refusal: the session may have been renewed since. */
const maxRefusals = 3;
const refusalsToReport = 2;

/** How long the socket stays open without a listener, while one page of the app replaces another. */
const lingerMs = 1000;

const listeners = new Set<Connected>();
/** When the last event of each kind came, and when events were last missed, in milliseconds since the epoch. */
const lastEvents = new Map<string, number>();
let missedAt = 0;
/** Data may have been read on the server this long before it was stored here. */
const readingMs = 5000;
/** The `livePosition` of the page's data, until the first connection. */
let position: string | undefined;
/** The longest that an attempt may take whose address says how long ago the page began to read its data. */
const transitMs = 3000;
/** When a page without a position began to read its data, in milliseconds since the epoch, until the first attempt. */
let readSince: number | undefined;
let socket: WebSocket | undefined;
let attempts = 0;
let refused = 0;
/** Handshakes that failed since the last connection: without a session, or without a network. */
let failed = 0;
/** Set once the server has sent its first message: only from then on does it send events. */
let isConnected = false;
let isStarted = false;
let ending: ReturnType<typeof setTimeout> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let heartbeat: ReturnType<typeof setInterval> | undefined;
let deadline: ReturnType<typeof setTimeout> | undefined;

/** The first connection begins with the events since the position. */
export function startSocketFrom(livePosition: string): void {
  position = livePosition;
}

/** The first connection, if its first attempt succeeds, begins with the events since that moment. */
export function startSocketSince(at: number): void {
  readSince = at;
}

/** The socket opens with the first listener and closes after the last, unless another page of the app follows. */
export function listenOnSocket(listener: Connected): () => void {
  listeners.add(listener);
  clearTimeout(ending);
  if (!isStarted) start();
  else if (isConnected) {
    listener.onConnect?.();
    if (mayHaveMissed(listener)) listener.onMissed?.();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) ending = setTimeout(stop, lingerMs);
  };
}

/** Whether an event of its kinds came since the listener's data was read. */
function mayHaveMissed({ kinds = [], readAt }: Connected): boolean {
  const at = readAt?.();
  if (at === 0) return false;
  const last = Math.max(missedAt, ...kinds.map((kind) => lastEvents.get(kind) ?? 0));
  return at === undefined || last > at - readingMs;
}

function start(): void {
  isStarted = true;
  addEventListener('online', checkNow);
  document.addEventListener('visibilitychange', checkNow);
  const ready = readyToSend();
  const connectFirst = () => {
    if (isStarted && !socket) connect();
  };
  // Without a session yet, the server would refuse the connection.
  if (ready) void ready.then(connectFirst, connectFirst);
  else connect();
}

function stop(): void {
  isStarted = false;
  removeEventListener('online', checkNow);
  document.removeEventListener('visibilitychange', checkNow);
  clearTimeout(retry);
  disconnect();
  attempts = refused = failed = 0;
}

function connect(): void {
  clearTimeout(retry);
  const address = new URL(livePath, location.href);
  if (position !== undefined) address.search = `?since=${position}`;
  // The server goes back from when it gets the request.
  else if (readSince !== undefined) address.search = `?age=${Date.now() - readSince + transitMs}`;
  const latest = readSince === undefined ? Infinity : Date.now() + transitMs;
  readSince = undefined;
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const opened = new WebSocket(address);
  socket = opened;
  deadline = setTimeout(() => reconnect(), pongTimeoutMs);
  let isOpen = false;
  opened.onopen = () => {
    isOpen = true;
    heartbeat = setInterval(ping, heartbeatMs);
    ping();
  };
  opened.onmessage = ({ data }) => {
    clearTimeout(deadline);
    const message = readMessage(data);
    if (!isConnected) welcome(message.missed !== false || Date.now() > latest);
    const { event } = message;
    if (!event) return;
    lastEvents.set(event.kind, Date.now());
    for (const { receive } of listeners) receive(event);
  };
  opened.onclose = ({ code }) => {
    if (code === refusalCodes.noSession || code === refusalCodes.wrongOrigin) refused++;
    else if (!isOpen) failed++;
    if (refused + failed === refusalsToReport) for (const listener of listeners) listener.onRefused?.();
    reconnect(code === restartCode ? Math.random() * afterRestartMs : undefined);
  };
}

function welcome(missed: boolean): void {
  isConnected = true;
  position = undefined;
  attempts = refused = failed = 0;
  if (missed) missedAt = Date.now();
  for (const listener of listeners) {
    listener.onConnect?.();
    if (missed) listener.onMissed?.();
  }
}

/** Checks that the connection is alive. A socket without a pong is considered dead, for example after laptop sleep. */
function ping(): void {
  if (socket?.readyState !== WebSocket.OPEN) return;
  socket.send('{"ping":1}');
  clearTimeout(deadline);
  deadline = setTimeout(() => reconnect(), pongTimeoutMs);
}

function reconnect(waitMs = reconnectMs[Math.min(attempts, reconnectMs.length - 1)]): void {
  disconnect();
  if (refused >= maxRefusals) return;
  attempts++;
  retry = setTimeout(connect, waitMs);
}

function disconnect(): void {
  clearInterval(heartbeat);
  clearTimeout(deadline);
  const old = socket;
  socket = undefined;
  isConnected = false;
  if (!old) return;
  old.onopen = old.onmessage = old.onclose = null;
  // Browsers report an error if a socket is closed while it connects, such as when the user navigates to another page.
  if (old.readyState === WebSocket.CONNECTING) old.onopen = () => old.close();
  else old.close();
}

/** The network or page is back: checks the connection immediately instead of at the next heartbeat or attempt. */
function checkNow(): void {
  if (document.visibilityState === 'hidden') return;
  if (socket) ping();
  else connect();
}

function readMessage(data: unknown): { missed?: unknown; event?: LiveEvent } {
  try {
    const { missed, kind, id } = JSON.parse(String(data)) as Record<string, unknown>;
    return typeof kind === 'string' && typeof id === 'string' ? { event: { kind, id } } : { missed };
  } catch {
    return {};
  }
}
