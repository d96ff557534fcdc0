// Sends requests whose bodies lack their last byte. In a separate thread, whose buffers are not counted with those of the server.
// Posts a message once all are sent or refused. Ending the thread ends the connections.
import { parentPort, workerData } from 'node:worker_threads';
import { sendRaw } from '../support/raw-http.ts';

export type Withheld = { port: number; requests: readonly { head: string; bytes: number }[] };

const { port, requests } = workerData as Withheld;
await Promise.all(
  requests.map(({ head, bytes }) => {
    const { socket } = sendRaw(port, head + ' '.repeat(bytes - 1));
    return new Promise<void>((done) => {
      const check = () => {
        if (socket.writableLength === 0 || socket.destroyed) done();
        else setImmediate(check);
      };
      check();
    });
  }),
);
parentPort!.postMessage('sent');
