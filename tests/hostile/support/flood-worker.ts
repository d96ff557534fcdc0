// Floods from a separate thread: each connection sends the next request as soon as it has the whole response. Messages:
// `Flood` starts one, `'stop'` ends it. The response to its end is `Flooded`.
import { connect, type Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { patienceMs, type Flood, type Flooded } from './flooder.ts';
import { yieldCores } from './yield-cores.ts';

yieldCores();

let sockets: Socket[] = [];
let flooded: Flooded;
let next = 0;
let answered = 0;
let timer: NodeJS.Timeout | undefined;

function open(flood: Flood): void {
  const { port, requests, most = Infinity } = flood;
  const socket = connect({ port, host: '127.0.0.1' });
  sockets.push(socket);
  let received: Buffer = Buffer.alloc(0);
  let needed: number | undefined;
  const send = () => {
    received = Buffer.alloc(0);
    needed = undefined;
    socket.write(requests[next++ % requests.length]!);
  };
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (!sockets.includes(socket)) return;
    flooded.closed += 1;
    sockets = sockets.filter((other) => other !== socket);
    setImmediate(open, flood);
  });
  socket.on('connect', send);
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    needed ??= lengthOf(received);
    const isComplete =
      needed === undefined
        ? false
        : needed === -1
          ? received.subarray(-5).equals(lastChunk)
          : received.length >= needed;
    if (!isComplete) return;
    const status = received.toString('latin1', 9, 12);
    flooded.statuses[status] = (flooded.statuses[status] ?? 0) + 1;
    answered += 1;
    if (answered >= most) return end();
    if (!/\r\nconnection: close/i.test(received.toString('latin1', 0, 2000))) send();
  });
}

const lastChunk = Buffer.from('0\r\n\r\n');

/** The length of the whole response; -1 if it ends with its last chunk, undefined while its head is not complete. */
function lengthOf(received: Buffer): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const declared = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (declared !== undefined) return end + 4 + Number(declared);
  return /\r\ntransfer-encoding: chunked/i.test(head) ? -1 : end + 4;
}

function end(): void {
  clearTimeout(timer);
  const open = sockets;
  sockets = [];
  for (const socket of open) socket.destroy();
  parentPort!.postMessage(flooded);
}

parentPort!.on('message', (message: Flood | 'stop') => {
  if (message === 'stop') return end();
  flooded = { statuses: {}, closed: 0 };
  answered = 0;
  next = 0;
  if (message.most !== undefined) timer = setTimeout(end, patienceMs);
  for (let index = 0; index < message.connections; index++) open(message);
});
