// Receives email from other mail servers (R-N3). Nothing is relayed: only private addresses are accepted, and no one signs in.
import { readFileSync } from 'node:fs';
import { callbackify } from 'node:util';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import type { MailIn, MailListener } from '#platform/config/mail-in.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { KeyedLimit } from '#platform/http/keyed-limit.ts';
import { RecentLimit } from '#platform/http/recent-limit.ts';
import { limits } from '../../constants.ts';
import type { AcceptMail, Recipient } from './accept-message.ts';
import type { Outcome } from './receive-mail.ts';

/** Connections at a time. */
const connections = { perNetwork: 10, inTotal: 100 } as const;
/** Milliseconds: without a byte, of a whole connection, and to finish when the server stops. */
const times = { idle: 60_000, connection: 10 * 60_000, stop: 5_000 } as const;
/** Refused recipients of one connection. */
const maxRefused = 10;
/** How often the certificate is read again. */
const renewMs = 6 * 3_600_000;

type Options = {
  mailIn: MailIn & { smtp: MailListener };
  accept: AcceptMail;
  log: FastifyBaseLogger;
  /** Lets several processes listen on the same port. */
  reusePort: boolean;
  /** Shortens the time of a whole connection. */
  connectionMs?: number;
};

export type Listening = { port: number; close(): Promise<void> };

/** Resolves when it listens. Rejects if it cannot. */
export async function listenForMail({
  mailIn: { domain, smtp },
  accept,
  log,
  reusePort,
  connectionMs = times.connection,
}: Options): Promise<Listening> {
  const open = new KeyedLimit(connections.perNetwork, connections.inTotal);
  const messages = new RecentLimit(limits.perNetwork);
  const ofSession = new Map<string, Connection>();
  const read = ({ cert, key }: NonNullable<MailListener['tls']>) => ({
    cert: readFileSync(cert),
    key: readFileSync(key),
  });

  const server = new SMTPServer({
    name: domain,
    banner: 'Logbook',
    size: limits.message,
    disabledCommands: ['AUTH', ...(smtp.tls ? [] : ['STARTTLS'])],
    ...(smtp.tls && read(smtp.tls)),
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    maxClients: connections.inTotal,
    maxCommandLength: 2048,
    socketTimeout: times.idle,
    closeTimeout: times.stop,
    onConnect(session, done) {
      const release = open.take(addressBlock(session.remoteAddress));
      if (!release) return done(reply(421, 'Too many connections, try again later'));
      const late = setTimeout(() => endConnection(session), connectionMs).unref();
      ofSession.set(session.id, { release, late, recipients: new Map(), refused: 0 });
      return done();
    },
    onMailFrom(_sender, session, done) {
      ofSession.get(session.id)?.recipients.clear();
      if (!messages.take(addressBlock(session.remoteAddress)))
        return done(reply(451, 'Too many messages, try again later'));
      return done();
    },
    onRcptTo: callbackify(takeRecipient),
    onData: callbackify(takeMessage),
    onClose(session) {
      const connection = ofSession.get(session.id);
      ofSession.delete(session.id);
      connection?.release();
      clearTimeout(connection?.late);
    },
  });

  function endConnection(session: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === session.id) connection.close();
  }

  /** Throws the reply that refuses the recipient. */
  async function takeRecipient({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const connection = ofSession.get(session.id);
    if (!connection) throw later;
    if (
      connection.recipients.size >= limits.recipients &&
      !connection.recipients.has(address.trim().toLowerCase())
    )
      throw ++connection.refused >= maxRefused ? tooMany : reply(452, 'Too many recipients');
    const taken = await accept.take(address, session.remoteAddress).catch((error: Error) => {
      log.warn({ reason: error.message }, 'a recipient of inbound email could not be looked up');
      throw later;
    });
    if (typeof taken === 'object') {
      connection.recipients.set(taken.address, taken);
      return;
    }
    if (++connection.refused >= maxRefused) throw tooMany;
    if (taken === 'unknown') throw reply(550, 'No such address');
    throw reply(taken === 'wait' ? 452 : 451, 'Too many messages, try again later');
  }

  /** Throws the reply that refuses the message. */
  async function takeMessage(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    const known = ofSession.get(session.id)?.recipients;
    const recipients = rcptTo.flatMap(({ address }) => known?.get(address.trim().toLowerCase()) ?? []);
    const sender = mailFrom ? mailFrom.address : '';
    const outcomes = await accept.deliver(stream, recipients, sender).catch((error: Error) => {
      log.warn({ reason: error.message }, 'an inbound email could not be stored');
      // The reply follows the rest of the message.
      stream.resume();
      throw later;
    });
    for (const outcome of outcomes) log.info(outcome, 'an email arrived');
    const refusal = refusalOf(outcomes);
    if (refusal) throw refusal;
  }

  const renewing = setInterval(() => renew(), renewMs).unref();
  function renew(): void {
    try {
      if (smtp.tls) server.updateSecureContext(read(smtp.tls));
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the certificate for inbound email could not be read');
    }
  }

  // A client that disconnects or speaks another protocol is its own problem. Errors of listening are reported here, too,
  // and end the process if nothing is registered.
  server.on('error', (error: Error) =>
    log.debug({ reason: error.message }, 'a connection for inbound email failed'),
  );
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen({ port: smtp.port, host: smtp.host, reusePort }, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        clearInterval(renewing);
        server.close(() => resolve());
      }),
  };
}

/** What is known of a connection. `recipients`: of the message that it is about to send. */
type Connection = {
  release: () => void;
  late: NodeJS.Timeout;
  recipients: Map<string, Recipient>;
  refused: number;
};

const reply = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

const later = reply(451, 'Try again later');
const tooMany = reply(421, 'Too many refused recipients');

const refusals = {
  empty: [554, 'The message is empty'],
  'too-long': [552, 'The text is too long'],
  'too-large': [552, 'The message is too large'],
  unreadable: [554, 'The message cannot be read'],
  'inbox-full': [552, 'The mailbox is full'],
  unknown: [550, 'No such address'],
} as const;

/** A message is refused only if no recipient got it. What is ignored is accepted, so that its sender gets no answer. */
function refusalOf(outcomes: readonly Outcome[]): Error | null {
  const [first] = outcomes;
  if (!first || outcomes.some(({ kind }) => kind !== 'refused') || first.kind !== 'refused') return null;
  const [code, text] = refusals[first.reason];
  return reply(code, text);
}
