// A visitor of a public logbook asks a reference to confirm a vouch (R-F4). The reference gets an email and may reply; the
// visitor does not learn the address, and the response does not reveal whether anything was sent.
import type pg from 'pg';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { pageOf, readCursor } from '#platform/http/paging.ts';
import type { Config } from '#platform/config/config.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { inOneTrip, inSteps, refuse } from '#platform/http/bind.ts';
import type { RenewMail } from '#platform/mail/jobs.ts';
import { isMailStored, type Mailer } from '#platform/mail/mailer.ts';
import { requestLimits } from '../../request-constants.ts';
import type { requestOperations } from '../../request-contract.ts';
import { verificationRequestProblem, verificationRequestOf } from '../../request-rules.ts';
import { requestRefusalTexts } from '../../request-texts.ts';
import { verificationRequestMail } from '../mails.tsx';
import { addRequest, requestPage, requestToMail } from '../request-store.ts';

type All = typeof requestOperations;
type MailParts = { config: Config; mailer: Mailer };

const day = 24 * 60;

/** Attempts count before the vouch is looked up, so that a refusal says nothing about it. */
function visitorLimits(ip: string, vouchId: string) {
  const network = addressBlock(ip);
  const { perVisitor, perNetwork, perVouch } = requestLimits;
  return [
    {
      kind: 'verification request by visitor',
      key: `${network} about ${vouchId}`,
      max: perVisitor,
      minutes: day,
    },
    { kind: 'verification request by network', key: network, max: perNetwork, minutes: day },
    { kind: 'verification request about', key: vouchId, max: perVouch, minutes: day },
  ];
}

/** Takes a request. The job that emails it to the reference is added once for the same visitor and message in a day. */
export const requestVerification = inSteps<All['POST /api/vouch_verification_requests']>(
  async ({ step, input: { body }, request: { ip } }) => {
    const email = normalEmail(body.requester_email);
    const request = verificationRequestOf(body, email);
    const problem = verificationRequestProblem(request, isEmail(email));
    if (problem) return refuse(problem);
    return step(async ({ tx }) => {
      const publicId = body.vouch_id.toLowerCase();
      const refused = await consumeAttempts(tx, visitorLimits(ip, publicId));
      // A wait of a day is too long to be counted in minutes.
      if (refused) return { ...refused, detail: requestRefusalTexts.too_many_tries.detail };
      await addRequest(tx, publicId, request);
      return { sent: true as const };
    });
  },
);

/** The job: emails a request to the reference. Can be repeated. */
export async function relayRequest(tx: Tx, { config, mailer }: MailParts, id: string): Promise<void> {
  if (await isMailStored(tx, id)) return;
  const request = await requestToMail(tx, id);
  if (request) await mailer.post(tx, verificationRequestMail(id, request, config.instanceName));
}

/** Writes the email of a request when it is sent: there is none if the vouch is no longer public. */
export function renewRequestMail({ pool, config }: Pick<MailParts, 'config'> & { pool: pg.Pool }): RenewMail {
  return (id) =>
    transact(pool, null, async (tx) => {
      const request = await requestToMail(tx, id);
      return request ? verificationRequestMail(id, request, config.instanceName) : null;
    });
}

export const listRequests = inOneTrip<All['GET /api/vouch_verification_requests']>(
  async ({ tx, input: { query } }) => {
    const before = query.before === undefined ? null : readCursor(query.before);
    if (query.before !== undefined && before === null)
      return refuse('invalid_input', { detail: 'before is not a valid cursor.' });
    const rows = await requestPage(tx, query.vouch_id ?? null, before, query.limit + 1);
    return pageOf(rows, query.limit, 'created_at');
  },
);
