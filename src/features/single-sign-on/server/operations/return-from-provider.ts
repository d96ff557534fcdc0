// The browser's return from the provider. Checked in the order of its cost: the flow, the limits of the network, the first use, and
// then the provider's answer, with no transaction open.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { reserveForAnyone } from '#features/accounts/server/operations/attempt-limits.ts';
import { rememberDevice } from '#features/accounts/server/operations/devices.ts';
import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import { describeViewer } from '#features/accounts/server/operations/read-signed-in-user.ts';
import { setCookies } from '#features/accounts/server/operations/sessions.ts';
import { limits as accountLimits } from '#features/accounts/constants.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { settleAttempts } from '#platform/http/attempts.ts';
import { inSteps, isRefused, type Refused, type Step } from '#platform/http/bind.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { attempts as allowed } from '../../constants.ts';
import type { operations, Outcome } from '../../contract.ts';
import { decideAdmission, isProvedSince, personIn, provedAt, type Claims, type Person } from '../../rules.ts';
import { confirmByIdentity, connectIdentity, spendState } from '../store.ts';
import type { Flow, Flows } from './flows.ts';
import { confirmedBy, openAccount, tellConnected, type OpenParts } from './open-account.ts';
import { noteOutcome, pageOf } from './outcomes.ts';
import { AnswerRefused, ProviderAway } from './provider-errors.ts';

type Return = (typeof operations)['GET /api/auth/provider/callback'];
type Query = { state?: string | undefined; error?: string | undefined };
type Parts = OpenParts & { flows: Flows; deviceKey: Buffer };
type Call = { step: Step<'anyone'>; request: FastifyRequest; reply: FastifyReply };

export const returnFromProvider = (parts: Parts) =>
  inSteps<Return>(async ({ step, input, request, reply }) => {
    const outcome = await settle({ step, request, reply }, parts, input.query).catch((error: unknown) => {
      request.log.error({ err: error }, 'a return from the provider failed');
      return 'failed' as const;
    });
    noteOutcome(request, outcome);
    return reply.redirect(pageOf(outcome), 303);
  });

async function settle(call: Call, parts: Parts, { state, error }: Query): Promise<Outcome> {
  const { step, request } = call;
  const flow = parts.flows.take(request, state);
  if (!flow) return 'expired';
  const limit = { kind: 'provider from', key: addressBlock(request.ip), ...allowed.fromNetwork };
  const reserved = await reserveForAnyone(step, [limit]);
  if ('wait' in reserved) return 'too-many';
  let outcome: Outcome = 'failed';
  try {
    const isFirst = await step(({ tx }) => spendState(tx, flow.spent.hash, flow.spent.endsAt));
    if (isFirst !== true) outcome = 'expired';
    else outcome = error === undefined ? await answer(call, parts, flow) : outcomeOf(error);
  } finally {
    // What the provider or the rules refuse is not an attempt at anything.
    const settled = outcome === 'refused' ? 'failed' : 'released';
    await step(({ tx }) => settleAttempts(tx, reserved.ids, settled));
  }
  return outcome;
}

/** The codes of OAuth. */
function outcomeOf(error: string): Outcome {
  if (error === 'server_error' || error === 'temporarily_unavailable') return 'away';
  return ['access_denied', 'login_required', 'interaction_required', 'consent_required'].includes(error)
    ? 'denied'
    : 'refused';
}

async function answer(call: Call, parts: Parts, flow: Flow): Promise<Outcome> {
  const { settings } = parts.provider;
  const wanted = [
    // A domain admits by a verified address, also to confirm.
    ...(flow.purpose === 'confirm' && settings.allowedDomains.length === 0
      ? []
      : ['email', 'email_verified']),
    ...(settings.allowedGroups.length > 0 ? [settings.groupsClaim] : []),
  ];
  let claims: Claims;
  try {
    claims = await parts.provider.claimsOf(flow, searchOf(call.request), wanted);
  } catch (error) {
    if (!(error instanceof ProviderAway || error instanceof AnswerRefused)) throw error;
    call.request.log.warn({ reason: error.message }, 'the answer of the provider cannot be used');
    return error instanceof ProviderAway ? 'away' : 'refused';
  }
  const person = personIn(claims, settings);
  if (decideAdmission(person, settings) === 'no') return 'not-admitted';
  if (flow.purpose === 'sign-in') return signIn(call, parts, person, claims);
  const outcome = await call.step(async ({ tx, viewer }): Promise<Outcome> => {
    if (viewer?.sessionId !== flow.session) return 'no-session';
    return flow.purpose === 'connect'
      ? connect(tx, viewer, parts, person, claims)
      : confirm(tx, viewer, flow, person, claims);
  });
  return isRefused(outcome) ? 'no-session' : outcome;
}

async function signIn(call: Call, parts: Parts, person: Person, claims: Claims): Promise<Outcome> {
  const { step, request, reply } = call;
  const opened = await step(({ tx }) => openAccount(tx, request, parts, person, confirmedBy(person, claims)));
  if (isRefused(opened)) return refusedAs(opened);
  if (typeof opened === 'string') return opened;
  const { user } = opened.signedIn;
  setCookies(reply, opened.tokens);
  rememberDevice(request, reply, parts.deviceKey, user.email);
  logSecurity(request.log, 'signed in by provider', user.id);
  return opened.outcome;
}

const refusedAs = ({ code }: Refused): Outcome => {
  if (code === 'signups_closed') return 'closed';
  return code === 'email_taken' ? 'taken' : 'too-many';
};

const connections = {
  repeated: 'connected',
  'confirmation needed': 'confirmation-needed',
  taken: 'connected-elsewhere',
  other: 'other',
} as const;

async function connect(
  tx: Tx,
  viewer: Viewer,
  parts: Parts,
  person: Person,
  claims: Claims,
): Promise<Outcome> {
  const token = newToken();
  const undo = { hash: hashToken(token), hours: accountLimits.undoHours };
  const outcome = await connectIdentity(tx, viewer.sessionId, newId(), confirmedBy(person, claims), undo);
  if (outcome !== 'connected') return connections[outcome];
  const account = await describeViewer(tx, viewer);
  if (account) await tellConnected(tx, parts, account.user, token);
  return 'connected';
}

async function confirm(
  tx: Tx,
  { sessionId }: Viewer,
  flow: Flow,
  person: Person,
  claims: Claims,
): Promise<Outcome> {
  if (provedAt(claims) === null) return 'no-auth-time';
  if (!isProvedSince(claims, flow.startedAt)) return 'not-confirmed';
  return (await confirmByIdentity(tx, sessionId, confirmedBy(person, claims)))
    ? 'confirmed'
    : 'not-confirmed';
}

/** The query of the request's URL, including its question mark. */
const searchOf = ({ url }: FastifyRequest) => url.slice(url.indexOf('?'));
