// The page of the unsubscribe link (R-J3). A GET shows what would stop and changes nothing, a POST acts. The mail
// client's own button posts without the page (RFC 8058). No session, no script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { transact } from '#platform/database/transaction.ts';
import { acceptForms } from '#platform/http/form-body.ts';
import type { SendStill, StillPage } from '#platform/http/still-page.ts';
import { StopLinks, stopPath } from '#platform/mail/stop-link.ts';
import { buttonClass } from '#ui/button.tsx';
import { ShortPage } from '#ui/short-page.tsx';
import { stopTexts as texts } from './texts.ts';

type Parts = { pool: pg.Pool; appUrl: string; appSecret: string; instanceName: string; sendStill: SendStill };
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
  const sendPage = (request: FastifyRequest, reply: FastifyReply, page: StillPage) => {
    // Not "no-referrer": the form's POST would then have the origin "null", and be refused with a cookie.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
    return parts.sendStill(request, reply, page);
  };

  await server.register(async (scope) => {
    // Both the form and mail clients send this type. Only the choice is read.
    acceptForms(scope, 1024);
    scope.get(stopPath, async (request, reply) => {
      const address = readAddress(request.query as Query);
      if (!address) return sendPage(request, reply, brokenPage);
      const stopped = await transact(parts.pool, null, async (tx) => {
        const rows = await tx.query(isStoppedSql, [address, tx.sign('is_mail_stopped', address)]);
        return rows[0]!.stopped;
      });
      return sendPage(request, reply, stopped ? stoppedPage(address) : askPage(address, parts.instanceName));
    });
    scope.post(stopPath, async (request, reply) => {
      const address = readAddress(request.query as Query);
      if (!address) return sendPage(request, reply, brokenPage);
      const again = (request.body as { choice?: string } | undefined)?.choice === 'again';
      const change = again ? 'want_mail' : 'stop_mail';
      await transact(parts.pool, null, (tx) =>
        tx.query(changes[change], [address, tx.sign(change, address)]),
      );
      return sendPage(request, reply, again ? againPage(address) : stoppedPage(address));
    });
  });
}

const askPage = (address: string, instanceName: string) =>
  pageOf({
    title: texts.ask.title,
    text: texts.ask.text(address, instanceName),
    button: { choice: 'stop', label: texts.ask.button },
  });

const stoppedPage = (address: string) =>
  pageOf({
    title: texts.stopped.title,
    text: texts.stopped.text(address),
    button: { choice: 'again', label: texts.stopped.button },
  });

const againPage = (address: string) => pageOf({ title: texts.again.title, text: texts.again.text(address) });

const brokenPage: StillPage = { ...pageOf(texts.broken), status: 400 };

type Content = { title: string; text: string; button?: { choice: 'stop' | 'again'; label: string } };

function pageOf({ title, text, button }: Content): StillPage {
  const main = (
    <ShortPage title={title} text={text}>
      {button && (
        <form method="post" className="mt-5">
          <button type="submit" name="choice" value={button.choice} className={buttonClass('primary')}>
            {button.label}
          </button>
        </form>
      )}
    </ShortPage>
  );
  return { status: 200, title, hasForm: true, main };
}
