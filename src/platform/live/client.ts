// One WebSocket per page for live events. An event says what kind of thing changed and its id; whoever cares reads it
// again by an ordinary call, with the rights that it has then.

export type LiveEvent = { kind: string; id: string };

export type LiveListener = {
  onEvent: (event: LiveEvent) => void;
  /** The socket stands, for the first time or again: what happened meanwhile was not heard. */
  onConnect: () => void;
  /** The server let this page's session listen no more, and not on the next try either: it may have ended. */
  onRefused?: () => void;
};

const path = '/api/live';
const heartbeatMs = 25_000;
const answerMs = 10_000;
/** Waits before each new try; the last one repeats. */
const reconnectMs = [1000, 2000, 5000, 10_000];
/** The server's word that this session may not listen. It may have been renewed since, so a few tries are worth it. */
const refusals = { noSession: 4401, wrongOrigin: 4403 };
const refusedTries = 3;
const refusalsToTell = 2;

const listeners = new Set<LiveListener>();
let instead: typeof listenLive | undefined;
let socket: WebSocket | undefined;
let tries = 0;
let refused = 0;
/** Set once the server has answered: only then does it send events. */
let heard = false;
let retry: ReturnType<typeof setTimeout> | undefined;
let heartbeat: ReturnType<typeof setInterval> | undefined;
let deadline: ReturnType<typeof setTimeout> | undefined;

/** From now on this page hears of changes from elsewhere: nobody is signed in, and the browser keeps the log itself. */
export function listenLocally(listen: typeof listenLive): void {
  instead = listen;
}

/** Listens until the returned function is called. The socket opens with the first listener, closes with the last. */
export function listenLive(listener: LiveListener): () => void {
  if (instead) return instead(listener);
  listeners.add(listener);
  if (listeners.size === 1) start();
  else if (heard) listener.onConnect();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): void {
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  connect();
}

function stop(): void {
  removeEventListener('online', wake);
  document.removeEventListener('visibilitychange', wake);
  clearTimeout(retry);
  drop();
  tries = refused = 0;
}

function connect(): void {
  clearTimeout(retry);
  const address = new URL(path, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const opened = new WebSocket(address);
  socket = opened;
  deadline = setTimeout(lost, answerMs);
  opened.onopen = () => {
    heartbeat = setInterval(ping, heartbeatMs);
    ping();
  };
  opened.onmessage = ({ data }) => {
    clearTimeout(deadline);
    if (!heard) {
      heard = true;
      tries = refused = 0;
      for (const listener of listeners) listener.onConnect();
    }
    const event = readEvent(data);
    if (event) for (const listener of listeners) listener.onEvent(event);
  };
  opened.onclose = ({ code }) => {
    if (code === refusals.noSession || code === refusals.wrongOrigin) refused++;
    if (refused === refusalsToTell) for (const listener of listeners) listener.onRefused?.();
    lost();
  };
}

/** Asks for a sign of life; a socket that gives none is taken for dead, as after a laptop's sleep. */
function ping(): void {
  if (socket?.readyState !== WebSocket.OPEN) return;
  socket.send('{"ping":1}');
  clearTimeout(deadline);
  deadline = setTimeout(lost, answerMs);
}

function lost(): void {
  drop();
  if (refused >= refusedTries) return;
  const wait = reconnectMs[Math.min(tries, reconnectMs.length - 1)];
  tries++;
  retry = setTimeout(connect, wait);
}

function drop(): void {
  clearInterval(heartbeat);
  clearTimeout(deadline);
  const old = socket;
  socket = undefined;
  heard = false;
  if (!old) return;
  old.onopen = old.onmessage = old.onclose = null;
  old.close();
}

/** Network or page came back: find out at once instead of at the next heartbeat or try. */
function wake(): void {
  if (document.visibilityState === 'hidden') return;
  if (socket) ping();
  else connect();
}

function readEvent(data: unknown): LiveEvent | undefined {
  try {
    const read = JSON.parse(String(data)) as Partial<LiveEvent>;
    return typeof read.kind === 'string' && typeof read.id === 'string'
      ? { kind: read.kind, id: read.id }
      : undefined;
  } catch {
    return undefined;
  }
}
