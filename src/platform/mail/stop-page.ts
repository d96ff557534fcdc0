// The page of the unsubscribe link (R-J3). A GET shows what would stop and changes nothing, a POST acts. The mail
// client's own button posts without the page (RFC 8058). No session, no script.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type pg from 'pg';
import { dark, light } from '../colors/colors.ts';
import * as t from '../database/columns.ts';
import { statement } from '../database/statement.ts';
import { transact } from '../database/transaction.ts';
import { StopLinks, stopPath } from './stop-link.ts';
import { acceptForms } from '../http/form-body.ts';
import { escapeHtml } from '../text/escape-html.ts';

type Parts = { pool: pg.Pool; appUrl: string; appSecret: string; instanceName: string };
type Query = { to?: unknown; sign?: unknown };

const isStoppedSql = statement({
  text: 'select app.is_mail_stopped($1, $2) as stopped',
  row: { stopped: t.bool },
});
const changes = {
  stop_mail: statement({ text: 'select app.stop_mail($1, $2)' }),
  want_mail: statement({ text: 'select app.want_mail($1, $2)' }),
};

/** Serves the page. Stops or allows emails to the signed address. */
export async function stopRoutes(server: FastifyInstance, parts: Parts): Promise<void> {
  const links = new StopLinks(parts.appUrl, parts.appSecret);
  const readAddress = ({ to, sign }: Query): string | undefined =>
    typeof to === 'string' && typeof sign === 'string' && links.isSigned(to, sign) ? to : undefined;
  const sendPage = (reply: FastifyReply, status: number, page: Page) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        // Not "no-referrer": the form's POST would then have the origin "null", and be refused with a cookie.
        'referrer-policy': 'same-origin',
      })
      .send(render(page, parts.instanceName));
  const broken: Page = {
    title: 'This link is incomplete',
    text: 'Open it from the email again, or copy the whole link.',
  };

  await server.register(async (scope) => {
    // Both the form and mail clients send this type. Only the choice is read.
    acceptForms(scope, 1024);
    scope.get(stopPath, async (request, reply) => {
      const address = readAddress(request.query as Query);
      if (!address) return sendPage(reply, 400, broken);
      const stopped = await transact(parts.pool, null, async (tx) => {
        const rows = await tx.query(isStoppedSql, [address, tx.sign('is_mail_stopped', address)]);
        return rows[0]!.stopped;
      });
      return sendPage(reply, 200, stopped ? stoppedPage(address) : askPage(address, parts.instanceName));
    });
    scope.post(stopPath, async (request, reply) => {
      const address = readAddress(request.query as Query);
      if (!address) return sendPage(reply, 400, broken);
      const again = (request.body as { choice?: string } | undefined)?.choice === 'again';
      const change = again ? 'want_mail' : 'stop_mail';
      await transact(parts.pool, null, (tx) =>
        tx.query(changes[change], [address, tx.sign(change, address)]),
      );
      return sendPage(reply, 200, again ? againPage(address) : stoppedPage(address));
    });
  });
}

type Page = { title: string; text: string; button?: { choice: 'stop' | 'again'; label: string } };

const askPage = (address: string, instanceName: string): Page => ({
  title: 'Unsubscribe from all emails?',
  text:
    `${instanceName} will no longer email ${address}, even if someone else asks it to. ` +
    'You will still get emails that you request yourself, such as a link to verify your email.',
  button: { choice: 'stop', label: 'Unsubscribe' },
});

const stoppedPage = (address: string): Page => ({
  title: 'Unsubscribed',
  text: `We will no longer email ${address}. You will still get emails that you request yourself.`,
  button: { choice: 'again', label: 'Allow emails again' },
});

const againPage = (address: string): Page => ({
  title: 'Emails are allowed again',
  text: `${address} can get emails from us again.`,
});

const style = `:root{color-scheme:light dark;--paper:${light.paper};--sheet:${light.sheet};--rule:${light.rule};--ink:${light.ink};--soft:${light['ink-2']};--margin:${light.margin};--go:${light.primary};--on:${light['on-primary']}}
@media (prefers-color-scheme:dark){:root{--paper:${dark.paper};--sheet:${dark.sheet};--rule:${dark.rule};--ink:${dark.ink};--soft:${dark['ink-2']};--margin:${dark.margin};--go:${dark.primary};--on:${dark['on-primary']}}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/25px "Schibsted Grotesk",system-ui,sans-serif}
main{max-width:32rem;margin:12vh auto 2rem;padding:0 16px}
section{background:var(--sheet);border:1px solid var(--rule);border-left:3px solid var(--margin);border-radius:4px;padding:24px}
h1{margin:0 0 8px;font-size:24px;line-height:30px}p{margin:0 0 16px;color:var(--soft);overflow-wrap:anywhere}
button{min-height:44px;padding:0 18px;border:0;border-radius:6px;background:var(--go);color:var(--on);font:600 15px/20px inherit;font-family:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

function render({ title, text, button }: Page, instanceName: string): string {
  const form = button
    ? `<form method="post"><button name="choice" value="${button.choice}">${escapeHtml(button.label)}</button></form>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} - ${escapeHtml(instanceName)}</title><style>${style}</style></head>
<body><main><section><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</section></main></body></html>`;
}
