// The page that a reference opens from the email (R-F2). The link's token moves into a cookie, so that it leaves the
// address bar and the history without a script, and reloading still works. Each link has its own cookie and address, so
// that several can be open in one browser. Opening the page changes nothing; only its form does.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { transact } from '#platform/database/transaction.ts';
import type { SignedUrls } from '#platform/files/signed-urls.ts';
import { isRefused } from '#platform/http/bind.ts';
import { privateHeaders, type SendStill, type StillPage } from '#platform/http/still-page.ts';
import { accessTokenHash } from '#platform/http/tokens.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import { operations, type Verification } from '../../contract.ts';
import { linkLimits } from '../../link-constants.ts';
import { additionsOf } from '../../rules.ts';
import { fieldTexts, tooLong } from '../../texts.ts';
import { linkErrors } from '../../verify-texts.ts';
import {
  askPage,
  failedPage,
  forgottenPage,
  unavailablePage,
  verifiedPage,
  type AnswerProblem,
  type Sent,
  type SentAnswer,
  type Typed,
} from '../documents/verify-page.tsx';
import { answerVouch, verifyVouch } from './answer-vouch.ts';

export const verifyPath = '/verify-vouch';
/** Bytes of the form: two fields of the longest accepted input, whose characters take up to twelve bytes each. */
export const formLimit = 256 * 1024;

/** The cookie with the token of a link. `link`: as in the URL of its page. */
const cookieOf = (link: string) => `logbook-vouch-${link}`;
/** Names a link without revealing its token. */
const linkOf = (token: string) => hashToken(token).toString('base64url').slice(0, 12);
/** The page of a link whose token is in its cookie. */
export const verifyUrl = (token: string) => `${verifyPath}?link=${linkOf(token)}`;

const answerSchema = operations['POST /api/functions/v1/answer-vouch'].body;

type Parts = { config: Config; pool: pg.Pool; urls: SignedUrls; sendStill: SendStill };

/** The handlers of the page: `show` for GET, `answer` for its form. */
export function verifyPages({ config, pool, urls, sendStill }: Parts) {
  const [read, write] = [verifyVouch(urls), answerVouch(urls)];
  const cookie = { path: verifyPath, httpOnly: true, sameSite: 'lax', secure: config.https } as const;
  const verificationOf = (request: FastifyRequest, token: string) =>
    transact(pool, accessTokenHash(request), (tx) => read({ tx, request, body: { token } }));

  const remember = (reply: FastifyReply, token: string) =>
    reply.setCookie(cookieOf(linkOf(token)), token, { ...cookie, maxAge: linkLimits.reloadMinutes * 60 });

  /** Opens the page without the token in its URL. */
  const openWithout = (reply: FastifyReply, token: string) =>
    remember(reply, token).redirect(verifyUrl(token), 303);

  const send = (request: FastifyRequest, reply: FastifyReply, page: StillPage) =>
    sendStill(request, reply.headers(privateHeaders), page);

  const sendUnavailable = (
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    token: string,
    sent?: SentAnswer,
  ) => {
    request.log.warn({ reason: (error as Error).message }, 'the vouch cannot be read');
    reply.header('retry-after', '60');
    return send(request, reply, unavailablePage(verifyUrl(token), sent));
  };

  return {
    async show(request: FastifyRequest, reply: FastifyReply) {
      const { token: linked, link } = request.query as { token?: unknown; link?: unknown };
      if (isToken(linked))
        return openWithout(reply.headers({ ...privateHeaders, 'referrer-policy': 'no-referrer' }), linked);
      if (linked !== undefined || !isToken(link)) return send(request, reply, failedPage(linkErrors.unknown));
      const token = request.cookies[cookieOf(link)];
      if (!isToken(token)) return send(request, reply, forgottenPage());
      try {
        return send(request, reply, pageOf(await verificationOf(request, token), token));
      } catch (error) {
        return sendUnavailable(request, reply, error, token);
      }
    },

    async answer(request: FastifyRequest, reply: FastifyReply) {
      const body = request.body as Record<string, unknown> | null;
      const namesDomain = body?.['names_domain'] === 'on';
      const { data } = answerSchema.safeParse(body && { ...body, names_domain: namesDomain });
      if (!data || !isToken(data.token)) return send(request, reply, failedPage(linkErrors.unknown));
      const { token, answer } = data;
      const typed = { position: data.position ?? '', statement: data.statement ?? '' };
      const found = answer === 'confirm' ? problemOf(typed) : undefined;
      try {
        const given =
          found === undefined &&
          (await transact(pool, accessTokenHash(request), (tx) => write({ tx, request, body: data })));
        if (given && !isRefused(given)) {
          if (!isTypedLost(given, typed)) return openWithout(reply.headers(privateHeaders), token);
          return send(request, remember(reply, token), pageOf(given, token, { typed, namesDomain }));
        }
        const sent = { typed, namesDomain, problem: found ?? ('changed' as const) };
        return send(request, reply, pageOf(await verificationOf(request, token), token, sent));
      } catch (error) {
        return sendUnavailable(request, reply, error, token, {
          ...typed,
          ...(namesDomain && { names_domain: 'on' }),
          token,
          answer,
          content_hash: data.content_hash,
        });
      }
    },
  };
}

/** Whether this may be a token. Only those become cookies. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,200}$/.test(value);
}

/** Whether the page after this answer would lose what was typed. None of it is stored when declining. */
function isTypedLost({ vouch }: Verification, { position, statement }: Typed): boolean {
  if (vouch?.status !== 'declined') return false;
  return statement !== '' || (position !== '' && position !== vouch.reference_position);
}

/** Text that is too long. Everything else is fine, and decided by the operation. */
function problemOf({ position, statement }: Typed): AnswerProblem | undefined {
  const additions = additionsOf(position, statement);
  if (!('tooLong' in additions)) return undefined;
  const { tooLong: field } = additions;
  const most = field === 'position' ? limits.short : limits.statement;
  return { field, text: tooLong(fieldTexts[field], most) };
}

function pageOf({ error, vouch }: Verification, token: string, sent?: Sent): StillPage {
  if (!vouch) return failedPage(error ?? linkErrors.unknown);
  return vouch.status === 'verified' ? verifiedPage(vouch) : askPage({ vouch, token, sent });
}
