// What the link of a vouch shows to its reference, and the answer (R-F2). The link alone has no effect: confirming and
// declining take a second request.
import type { FastifyRequest } from 'fastify';
import { shownName } from '#features/accounts/name-rules.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { fileLimits } from '#platform/files/file-limits.ts';
import type { SignedUrls } from '#platform/files/signed-urls.ts';
import { refuse } from '#platform/http/bind.ts';
import { refreshTokenOf } from '#platform/http/tokens.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import type { operations, Verification } from '../../contract.ts';
import { additionsOf } from '../../rules.ts';
import { fieldTexts, tooLong } from '../../texts.ts';
import { linkErrors } from '../../verify-texts.ts';
import { vouchAnswerMail } from '../mails.tsx';
import { answer, answeredVouch, isOwnLink, linkedVouch } from '../store.ts';

type All = typeof operations;
type Call<Body> = { tx: Tx; request: FastifyRequest; body: Body };

/** The vouch of a link, or why it does not work. */
export function verifyVouch(urls: SignedUrls) {
  return ({ tx, request, body }: Call<BodyOf<All['POST /api/functions/v1/verify-vouch']>>) =>
    asReference(tx, request, body.token, () => verificationOf(tx, urls, hashToken(body.token)));
}

/** Confirms or declines. A repeat returns the same answer and changes nothing. */
export function answerVouch(urls: SignedUrls) {
  return ({ tx, request, body }: Call<BodyOf<All['POST /api/functions/v1/answer-vouch']>>) =>
    asReference(tx, request, body.token, () => answerAs(tx, urls, body));
}

/**
 * Does something with a link, unless it is the owner's (R-F2). The database knows the owner by the access token, and this
 * by the refresh cookie: the access token of the owner's browser may have expired.
 */
async function asReference<Done>(
  tx: Tx,
  request: FastifyRequest,
  token: string,
  work: () => Promise<Done>,
): Promise<Done | Verification> {
  const refresh = refreshTokenOf(request);
  const isOwn = refresh !== undefined && (await isOwnLink(tx, hashToken(token), hashToken(refresh)));
  return isOwn ? { verified: false, error: linkErrors.own, vouch: null } : work();
}

async function answerAs(tx: Tx, urls: SignedUrls, body: BodyOf<All['POST /api/functions/v1/answer-vouch']>) {
  const { token, answer: given, content_hash: shown, position, statement, names_domain: namesDomain } = body;
  const confirms = given === 'confirm';
  const additions = confirms ? additionsOf(position, statement) : { position: null, statement: null };
  if ('tooLong' in additions) {
    const most = additions.tooLong === 'position' ? limits.short : limits.statement;
    return refuse('text_too_long', { detail: tooLong(fieldTexts[additions.tooLong], most) });
  }
  const tokenHash = hashToken(token);
  const outcome = await answer(tx, tokenHash, { confirms, shown, namesDomain, ...additions });
  if (outcome === 'changed') return refuse('vouch_changed');
  return verificationOf(tx, urls, tokenHash);
}

type MailParts = { config: Config; mailer: Mailer };

/** The job: emails the owner how the reference answered. */
export async function reportAnswer(tx: Tx, { config, mailer }: MailParts, id: string): Promise<void> {
  const vouch = await answeredVouch(tx, id);
  if (vouch) await mailer.post(tx, vouchAnswerMail(vouch, config.appUrl));
}

async function verificationOf(tx: Tx, urls: SignedUrls, tokenHash: Buffer): Promise<Verification> {
  const linked = await linkedVouch(tx, tokenHash);
  if (typeof linked === 'string') return { verified: false, error: linkErrors[linked], vouch: null };
  const { id, full_name, email, email_verified, files, ...shown } = linked;
  return {
    verified: linked.status === 'verified',
    error: null,
    vouch: {
      ...shown,
      owner: shownName(full_name, email_verified ? email : null),
      files: files.map(({ id: fileId, ...file }) => ({
        ...file,
        // The URL ends with the vouch, and does not reveal the id of its owner.
        url: urls.sign(
          { id: fileId, as: file.preview === 'none' ? 'download' : 'view', viewer: id },
          fileLimits.viewSeconds,
        ).url,
      })),
    },
  };
}
