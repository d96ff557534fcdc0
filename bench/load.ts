// The load generator: a separate process, so its work is not counted as the server's. To cost little itself, it writes
// prepared bytes to keep-alive sockets and parses only the status and length of a response.
import { connect, type Socket } from 'node:net';
import { newId } from '#platform/clock/id.ts';

export type Load = {
  port: number;
  /** Concurrent callers, each on its own connection. */
  callers: number;
  seconds: number;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  /** The body of each POST, in addition to a new id. */
  entry?: { content: string; emoji: string };
};

export type Measured = {
  requests: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** The first response other than 200, if any. */
  fault: string | null;
};

function prepare(load: Load): () => Buffer {
  const lines = [`${load.method} ${load.path} HTTP/1.1`, `host: localhost:${load.port}`];
  for (const [name, value] of Object.entries(load.headers)) lines.push(`${name}: ${value}`);
  if (!load.entry) {
    const fixed = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
    return () => fixed;
  }
  const { entry } = load;
  return () => {
    const body = Buffer.from(JSON.stringify({ id: newId(), ...entry }));
    const head = [...lines, 'content-type: application/json', `content-length: ${body.length}`];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
  };
}

const headEnd = Buffer.from('\r\n\r\n');

/** Calls back for each complete response, with its head, or null for 200. */
function readResponses(socket: Socket, onResponse: (fault: string | null) => void): void {
  let rest = 0;
  let kept: Buffer | null = null;
  let fault: string | null = null;
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
        fault = head.startsWith('HTTP/1.1 200') ? null : head;
        const length = /\r\ncontent-length: (\d+)/i.exec(head);
        if (!length) throw new Error(`A response without content-length:\n${head}`);
        rest = Number(length[1]);
        data = data.subarray(end + headEnd.length);
      }
      const taken = Math.min(rest, data.length);
      rest -= taken;
      data = data.subarray(taken);
      if (rest > 0) return;
      onResponse(fault);
    }
  });
}

async function run(load: Load): Promise<Measured> {
  const make = prepare(load);
  const latencies: number[] = [];
  let fault: string | null = null;
  const started = performance.now();
  const until = started + load.seconds * 1000;
  const callers = Array.from({ length: load.callers }, () => {
    const socket = connect(load.port, '127.0.0.1');
    socket.setNoDelay(true);
    return new Promise<void>((resolve, reject) => {
      let sentAt = 0;
      const send = () => {
        sentAt = performance.now();
        socket.write(make());
      };
      socket.once('connect', send);
      socket.once('error', reject);
      socket.once('close', () => resolve());
      readResponses(socket, (responseFault) => {
        const now = performance.now();
        latencies.push(now - sentAt);
        fault ??= responseFault;
        if (now < until) send();
        else socket.destroy();
      });
    });
  });
  await Promise.all(callers);
  const seconds = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { requests: sorted.length, seconds, p50: at(0.5), p99: at(0.99), fault };
}

process.on('message', (load: Load) => {
  void run(load).then(
    (measured) => process.send?.(measured),
    (error: Error) => process.send?.({ requests: 0, seconds: 1, p50: 0, p99: 0, fault: String(error.stack) }),
  );
});
