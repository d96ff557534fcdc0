// A real SMTP server that stores what it accepts, and can fail in the ways that real ones do.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

export type Received = { from: string; to: string[]; raw: string; mail: Email };

/** How the sink treats one delivery attempt. Every message that arrives completely is stored in `received`. */
export type Behavior =
  | 'take'
  | 'take late'
  | 'hang at the greeting'
  | 'hang at the data'
  | 'drop after the data'
  | { code: number; text: string; at: 'greeting' | 'sender' | 'recipient' | 'data' };

export type SmtpSink = {
  url: string;
  port: number;
  received: Received[];
  /** Delivery attempts so far, counted at MAIL FROM. */
  tries: number;
  /** Called at each step of an attempt. */
  behave: () => Behavior;
  /** Releases the messages held by 'take late'. */
  releaseHeld(): void;
  close(): Promise<void>;
};

/** Listens on loopback. Reusing a `port` simulates a server that came back. */
export async function startSink(port = 0): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const errorAt = (at: string) => {
    const now = sink.behave();
    return typeof now === 'object' && now.at === at
      ? Object.assign(new Error(now.text), { responseCode: now.code })
      : undefined;
  };
  let held = Promise.withResolvers<void>();
  // The message is complete. The response depends on the current behavior.
  async function finish(raw: string, envelope: SMTPServerEnvelope, done: (error?: Error) => void) {
    sink.received.push({
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      to: envelope.rcptTo.map((recipient) => recipient.address),
      raw,
      mail: await PostalMime.parse(raw),
    });
    const now = sink.behave();
    if (now === 'hang at the data') return;
    if (now === 'drop after the data') for (const socket of sockets) socket.destroy();
    if (now === 'take late') await held.promise;
    done(errorAt('data'));
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, done) {
      if (sink.behave() !== 'hang at the greeting') done(errorAt('greeting'));
    },
    onMailFrom(_address, _session, done) {
      sink.tries++;
      done(errorAt('sender'));
    },
    onRcptTo(_address, _session, done) {
      done(errorAt('recipient'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void finish(Buffer.concat(chunks).toString('utf8'), session.envelope, done);
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const listening = (server.server.address() as AddressInfo).port;
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    received: [],
    tries: 0,
    behave: () => 'take',
    releaseHeld() {
      held.resolve();
      held = Promise.withResolvers();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
  return sink;
}
