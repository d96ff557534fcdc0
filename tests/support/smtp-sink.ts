// A real SMTP server that keeps what it takes, and can be as unhelpful as real ones are.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

export type Received = { from: string; to: string[]; raw: string; mail: Email };

/** What it does with one try to deliver. Whatever comes through to its end is kept in `received`. */
export type Behaviour =
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
  /** Tries so far: connections, or messages on an open connection. */
  tries: number;
  /** Decides anew at each step of a try. */
  behave: () => Behaviour;
  /** Lets go what is taken late. */
  goOn(): void;
  close(): Promise<void>;
};

/** Listens on loopback; the same `port` again stands for a server that came back. */
export async function startSink(port = 0): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const answer = (at: string) => {
    const now = sink.behave();
    return typeof now === 'object' && now.at === at
      ? Object.assign(new Error(now.text), { responseCode: now.code })
      : undefined;
  };
  let goOn = Promise.withResolvers<void>();
  // What came after DATA is whole now; what the sink says to it is its behaviour.
  async function conclude(raw: string, envelope: SMTPServerEnvelope, done: (error?: Error) => void) {
    sink.received.push({
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      to: envelope.rcptTo.map((recipient) => recipient.address),
      raw,
      mail: await PostalMime.parse(raw),
    });
    const now = sink.behave();
    if (now === 'hang at the data') return;
    if (now === 'drop after the data') for (const socket of sockets) socket.destroy();
    if (now === 'take late') await goOn.promise;
    done(answer('data'));
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, done) {
      if (sink.behave() !== 'hang at the greeting') done(answer('greeting'));
    },
    onMailFrom(_address, _session, done) {
      sink.tries++;
      done(answer('sender'));
    },
    onRcptTo(_address, _session, done) {
      done(answer('recipient'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void conclude(Buffer.concat(chunks).toString('utf8'), session.envelope, done);
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
    goOn() {
      goOn.resolve();
      goOn = Promise.withResolvers();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => server.close(closed));
    },
  };
  return sink;
}
