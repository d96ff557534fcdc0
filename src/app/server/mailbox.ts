// The mailbox of try-it mode (R-J2): without an SMTP server, every email is kept and shown here to anyone at the
// machine. Production mode has no such page.
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { mailboxPage, mailboxPath, type ShownMail } from './mailbox-page.tsx';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import type { Config } from '#platform/config/config.ts';
import { styleSource as reportStyle } from '#features/reports/server/documents/looks.ts';
import { mailStyleSource } from '#platform/mail/mail-style.ts';
import { bodyKey, hasMailbox } from '#platform/mail/mailer.ts';
import { unseal, type Body } from '#platform/mail/sealed.ts';
import type { SendStill } from '#platform/http/still-page.ts';
import { sendCommon } from '#platform/http/problem.ts';

/** Emails have their own style attributes and sheets. Their frames can neither run scripts nor submit forms. */
const sources = {
  'style-src': [mailStyleSource, reportStyle],
  'style-src-attr': [`'unsafe-inline'`],
  'frame-src': [`'self'`],
};

type Parts = { config: Config; pool: pg.Pool; appSecret: string; sendStill: SendStill };

const mailsSql = statement({
  text: `select id, recipient as to, kind, subject, from_name, message_id, state, created_at, body from mails
    where $1::text is null or recipient = $1 order by created_at desc, id desc limit 200`,
  row: {
    ...{ id: t.uuid, to: t.text, kind: t.text, subject: t.text, from_name: t.text, message_id: t.text },
    ...{ state: t.text, created_at: t.timestamptz, body: t.nullable(t.bytes) },
  },
});

/** `pool` is the worker's: the request role cannot read emails. */
export function mailboxRoutes(server: FastifyInstance, { config, pool, appSecret, sendStill }: Parts): void {
  if (!hasMailbox(config)) return;
  const key = bodyKey(appSecret);
  const read = async (to: string | null): Promise<ShownMail[]> => {
    const rows = await query(pool, mailsSql, [to]);
    return rows.map(({ body, ...mail }) => ({ ...mail, ...unsealed(key, mail.id, body) }));
  };
  server.get<{ Querystring: { to?: string } }>('/api/dev/mailbox', async (request, reply) => {
    if (!isAllowed(request, config)) return sendCommon(reply, 'not_found');
    const { to } = request.query;
    return reply.send(await read(typeof to === 'string' && to !== '' ? to.toLowerCase() : null));
  });
  server.get(mailboxPath, async (request, reply) => {
    if (!isAllowed(request, config)) return sendCommon(reply, 'not_found');
    const page = { ...mailboxPage(await read(null)), sources };
    return sendStill(request, reply.header('cache-control', 'no-store'), page);
  });
}

function unsealed(key: Buffer, id: string, body: Buffer | null): Body {
  if (!body) return { html: '', text: '' };
  try {
    return unseal(key, id, body);
  } catch {
    return { html: '', text: 'This email was encrypted with a different APP_SECRET.' };
  }
}

// The emails contain links that open accounts, so only this machine may read them. The caller must be local: a remote
// caller can put any name in the Host header. And the name must be ours: otherwise a page of another site whose name
// resolves to this machine could read the emails in a browser here.
function isAllowed(request: FastifyRequest, config: Config): boolean {
  const host = request.hostname;
  const isOwnName =
    host === 'localhost' || /^[\d.]+$|^\[/.test(host) || host === new URL(config.appUrl).hostname;
  return isOwnName && isFromThisMachine(request, config);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isFromThisMachine(request: FastifyRequest, config: Config): boolean {
  const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers;
  // An untrusted proxy on this machine hides the origin of the request.
  const isForwarded = forwardedFor !== undefined || forwarded !== undefined;
  if (isForwarded && config.trustedProxies.length === 0) return false;
  return [request.socket.remoteAddress, request.ip].every(
    (from) => from !== undefined && loopback.check(from, isIP(from) === 6 ? 'ipv6' : 'ipv4'),
  );
}
