// One WebSocket per page for all listeners of live events.
import { refusalCodes, restartCode } from './close-codes.ts';
import type { Connected, LiveEvent } from './listener.ts';
import { livePath } from '../http/live-path.ts';

const heartbeatMs = 25_000;
const pongTimeoutMs = 10_000;
/** Delays before each reconnect; the last one repeats. */
const reconnectMs = [1000, 2000, 5000, 10_000];
/** The longest delay after a restart. Random, so that the pages of one process do not all reconnect at the same time. */
const afterRestartMs = 2000;
/** Attempts after a refusal: the session may have been renewed since. */
const maxRefusals = 3;
const refusalsToReport = 2;

const listeners = new Set<Connected>();
let socket: WebSocket | undefined;
let attempts = 0;
let refused = 0;
/** Handshakes that failed since the last connection: without a session, or without a network. */
let failed = 0;
/** Set once the server has sent its first message: only from then on does it send events. */
let isConnected = false;
let retry: ReturnType<typeof setTimeout> | undefined;
let heartbeat: ReturnType<typeof setInterval> | undefined;
let deadline: ReturnType<typeof setTimeout> | undefined;

/** The socket opens with the first listener and closes with the last. */
export function listenOnSocket(listener: Connected): () => void {
  listeners.add(listener);
  if (listeners.size === 1) start();
  else if (isConnected) listener.onConnect?.();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): void {
  addEventListener('online', checkNow);
  document.addEventListener('visibilitychange', checkNow);
  connect();
}

function stop(): void {
  removeEventListener('online', checkNow);
  document.removeEventListener('visibilitychange', checkNow);
  clearTimeout(retry);
  disconnect();
  attempts = refused = failed = 0;
}

function connect(): void {
  clearTimeout(retry);
  const address = new URL(livePath, location.href);
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
    if (!isConnected) {
      isConnected = true;
      attempts = refused = failed = 0;
      for (const listener of listeners) listener.onConnect?.();
    }
    const event = readEvent(data);
    if (event) for (const { receive } of listeners) receive(event);
  };
  opened.onclose = ({ code }) => {
    if (code === refusalCodes.noSession || code === refusalCodes.wrongOrigin) refused++;
    else if (!isOpen) failed++;
    if (refused + failed === refusalsToReport) for (const listener of listeners) listener.onRefused?.();
    reconnect(code === restartCode ? Math.random() * afterRestartMs : undefined);
  };
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

function readEvent(data: unknown): LiveEvent | undefined {
  try {
    const parsed = JSON.parse(String(data)) as Partial<LiveEvent>;
    return typeof parsed.kind === 'string' && typeof parsed.id === 'string'
      ? { kind: parsed.kind, id: parsed.id }
      : undefined;
  } catch {
    return undefined;
  }
}
