// The load generator: a separate process, so its work is not counted as the server's. To cost little itself, it writes
// prepared bytes to keep-alive sockets and parses only the status and length of a response.
import { connect, type Socket } from 'node:net';
import { newId } from '#platform/clock/id.ts';

export type LoadRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  /** The body of each POST, in addition to a new id. */
  entry?: { content: string; emoji: string };
};

export type Load = {
  port: number;
  /** Concurrent callers, each on its own connection. */
  callers: number;
  seconds: number;
  /** Sent in turn, by all callers together. */
  requests: LoadRequest[];
  /** Requests per second. Undefined: each caller sends its next request when it has its response. */
  perSecond?: number;
};

export type Measured = {
  requests: number;
  seconds: number;
  /** Milliseconds. With `perSecond`, they include the time for which no caller was free. */
  p50: number;
  p99: number;
  /** The number of responses other than 200. */
  problems: number;
  /** The first of them. */
  problem: string | null;
};

function prepare(port: number, { method, path, headers, entry }: LoadRequest): () => Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: localhost:${port}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (!entry) {
    const fixed = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
    return () => fixed;
  }
  return () => {
    const body = Buffer.from(JSON.stringify({ id: newId(), ...entry }));
    const head = [...lines, 'content-type: application/json', `content-length: ${body.length}`];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
  };
}

const headEnd = Buffer.from('\r\n\r\n');

/** Calls back for each complete response, with its head, or null for 200. */
function readResponses(socket: Socket, onResponse: (problem: string | null) => void): void {
  let rest = 0;
  let kept: Buffer | null = null;
  let problem: string | null = null;
  socket.on('data', (chunk: Buffer) => {
    let data = kept ? Buffer.concat([kept, chunk]) : chunk;
    kept = null;
    while (data.length > 0) {
      if (rest === 0) {
        const end = data.indexOf(headEnd);
        if (end < 0) {
          kept = data;
          return;
        }
        const head = data.toString('latin1', 0, end);
        problem = head.startsWith('HTTP/1.1 200') ? null : head;
        const length = /\r\ncontent-length: (\d+)/i.exec(head);
        if (!length) throw new Error(`A response without content-length:\n${head}`);
        rest = Number(length[1]);
        data = data.subarray(end + headEnd.length);
      }
      const taken = Math.min(rest, data.length);
      rest -= taken;
      data = data.subarray(taken);
      if (rest > 0) return;
      onResponse(problem);
    }
  });
}

async function run(load: Load): Promise<Measured> {
  const makers = load.requests.map((request) => prepare(load.port, request));
  const latencies: number[] = [];
  let sent = 0;
  let problems = 0;
  let problem: string | null = null;
  const started = performance.now();
  const until = started + load.seconds * 1000;
  const callers = Array.from({ length: load.callers }, () => {
    const socket = connect(load.port, '127.0.0.1');
    socket.setNoDelay(true);
    return new Promise<void>((resolve, reject) => {
      let from = 0;
      const send = (dueAt: number, request: number) => {
        from = dueAt;
        socket.write(makers[request % makers.length]!());
      };
      const next = () => {
        const now = performance.now();
        const request = sent++;
        const dueAt = load.perSecond ? started + (request / load.perSecond) * 1000 : now;
        if (Math.max(now, dueAt) >= until) socket.destroy();
        else if (dueAt <= now) send(dueAt, request);
        else setTimeout(() => send(performance.now(), request), dueAt - now);
      };
      socket.once('connect', next);
      socket.once('error', reject);
      socket.once('close', () => resolve());
      readResponses(socket, (responseProblem) => {
        latencies.push(performance.now() - from);
        if (responseProblem !== null) problems++;
        problem ??= responseProblem;
        next();
      });
    });
  });
  await Promise.all(callers);
  const seconds = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: sorted.length, seconds, p50: at(0.5), p99: at(0.99), problems, problem };
}

process.on('message', (load: Load) => {
  void run(load).then(
    (measured) => process.send?.(measured),
    (error: Error) =>
      process.send?.({ requests: 0, seconds: 1, p50: 0, p99: 0, problems: 1, problem: String(error.stack) }),
  );
});
