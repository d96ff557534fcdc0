// A WebSocket client that records what it receives. Node's WebSocket takes headers, which the browser's type lacks.

type WithHeaders = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

export type Listening = {
  /** The events received so far. */
  events: { kind: string; id: string }[];
  /** Whether events were missed since the position in the URL. Undefined until the server has said it. */
  missed: boolean | undefined;
  /** Close code, as soon as there is one. */
  closed: number | undefined;
  /** Resolves when the server has accepted the socket or closed it. */
  settled: Promise<void>;
  close(): void;
};

export function listen(url: string, headers: Record<string, string>): Listening {
  const socket = new (WebSocket as unknown as WithHeaders)(url, { headers });
  let settle: () => void;
  const state: Listening = {
    events: [],
    missed: undefined,
    closed: undefined,
    settled: new Promise((resolve) => (settle = resolve)),
    close: () => socket.close(),
  };
  socket.addEventListener('open', () => socket.send('ping'));
  socket.addEventListener('message', ({ data }) => {
    if (data === '{"pong":1}') return settle();
    const message = JSON.parse(String(data)) as { kind: string; id: string } | { missed: boolean };
    if ('missed' in message) state.missed = message.missed;
    else state.events.push(message);
  });
  socket.addEventListener('close', ({ code }) => {
    state.closed = code;
    settle();
  });
  return state;
}

/** Options of `expect.poll` for anything promised within a second. */
export const withinOneSecond = { timeout: 1000, interval: 10 };
