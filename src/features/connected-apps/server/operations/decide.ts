// The user's decision on an app that asks for permission.
import type { InteractionOfApp, Provider } from 'oidc-provider';
import type { FastifyRequest } from 'fastify';
import { refuseStale } from '#features/accounts/server/operations/confirmed.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { refuse } from '#platform/http/bind.ts';
import type { Scope } from '#features/api-tokens/contract.ts';
import { attempts } from '../../attempt-constants.ts';
import { limits } from '../../constants.ts';
import type { AppRequest } from '../../contract.ts';
import { resources } from '../../rules.ts';
import { insertApp, lockAndCountApps, lockRequest } from '../store.ts';
import { requestCookie } from './provider.ts';
import { grantHashOf, within } from './record-adapter.ts';
import { newToken } from '#platform/secrets/secrets.ts';

type Call = { tx: Tx; viewer: Viewer; id: string; request: FastifyRequest; provider: Provider };
type Decided = InteractionOfApp & {
  result?: { consent?: object; login?: { accountId: string }; error?: string };
};

/**
 * The request, if it was made in this browser: someone who is sent the link of a stranger's request cannot allow it. None that
 * another account has decided.
 */
async function requestOf({ tx, viewer, id, request, provider }: Call): Promise<Decided | undefined> {
  const { secure } = request.server.cookieNames;
  if (request.cookies[requestCookie(id, secure)] === undefined) return undefined;
  const found: Decided | undefined = await within.run(tx, () => provider.Interaction.find(id));
  const decidedBy = found?.result?.login?.accountId;
  return decidedBy === undefined || decidedBy === viewer.userId ? found : undefined;
}

const asked = ({ prompt }: Decided) => prompt.details as AppRequest;

export async function readRequest(call: Call) {
  const found = await requestOf(call);
  if (!found) return refuse('request_over');
  const { name, host, returns_to, scopes, audience } = asked(found);
  return { name, host, returns_to, scopes, audience };
}

/** Stores the connection and lets the app's request go on. */
export async function allowApp(call: Call, choice: { scopes: Scope[]; days: number }, appUrl: string) {
  const { tx, viewer, id, provider } = call;
  const stale = await refuseStale(tx, viewer);
  if (stale) return stale;
  await lockRequest(tx, id);
  const found = await requestOf(call);
  if (!found || found.result?.error !== undefined) return refuse('request_over');
  if (found.result) return { continue: found.returnTo };
  const { name, host, scopes, audience } = asked(found);
  if (!choice.scopes.every((scope) => scopes.includes(scope))) return refuse('scopes_not_asked');
  if ((await lockAndCountApps(tx, viewer.userId)) >= limits.apps) return refuse('too_many_apps');
  const limit = { kind: 'oauth allow', key: viewer.userId, ...attempts.allow };
  const limited = await consumeAttempts(tx, [limit]);
  if (limited) return limited;
  const chosen = scopes.filter((scope) => choice.scopes.includes(scope));
  const clientId = found.params['client_id']!;
  const grant = new provider.Grant({
    accountId: viewer.userId,
    clientId,
    expiresIn: choice.days * 86_400,
  });
  grant.jti = newToken();
  grant.addResourceScope(resources(appUrl)[audience], chosen);
  await insertApp(tx, {
    ...{ id: newId(), userId: viewer.userId, sessionId: viewer.sessionId, grantHash: grantHashOf(grant.jti) },
    ...{ clientId, name, host, scopes: chosen, audience, days: choice.days },
  });
  found.result = { login: { accountId: viewer.userId }, consent: { grantId: grant.jti } };
  await within.run(tx, async () => {
    await grant.save();
    await found.persist();
  });
  return { continue: found.returnTo };
}

/** The app learns that the user has refused. */
export async function refuseApp(call: Call) {
  await lockRequest(call.tx, call.id);
  const found = await requestOf(call);
  if (!found || found.result?.consent) return refuse('request_over');
  found.result = { error: 'access_denied' };
  await within.run(call.tx, () => found.persist());
  return { continue: found.returnTo };
}
