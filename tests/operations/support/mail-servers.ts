// Mail servers that fail in ways in which tests/support/smtp-sink.ts cannot.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type FailingServer = { url: string; close(): Promise<void> };

const dripMs = 250;

/** Sends its greeting one character at a time, without end. */
export async function startDrippingServer(): Promise<FailingServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write('220-');
    const timer = setInterval(() => socket.write('.'), dripMs);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: urlOf(server),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Offers TLS with a certificate that was not issued for it. `accepted` counts the messages that it received anyway. */
export async function startUntrustedServer(): Promise<FailingServer & { accepted: number }> {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onData(stream, _session, done) {
      untrusted.accepted++;
      stream.resume().on('end', () => done());
    },
  });
  // A client that refuses the certificate ends the connection.
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const untrusted = {
    url: urlOf(smtp.server),
    accepted: 0,
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
  return untrusted;
}

function urlOf(server: Server): string {
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
