import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFresh } from '#features/accounts/server/operations/confirmed.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import type { Aim, Flows } from './flows.ts';
import { noteOutcome, pageOf } from './outcomes.ts';
import { ProviderAway } from './provider-errors.ts';
import type { Provider } from './provider.ts';

type Parts = { provider: Provider | undefined; flows: Flows };

/** The address at the provider. Undefined: it is away. */
async function addressFor(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, flows }: { provider: Provider; flows: Flows },
  aim: Aim,
): Promise<string | undefined> {
  try {
    return await provider.askingUrl(flows.begin(request, reply, aim), { again: aim.purpose === 'confirm' });
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error;
    request.log.warn({ reason: error.message }, 'the provider is away');
    noteOutcome(request, 'away');
    return undefined;
  }
}

/** Changes nothing but the browser's cookie, so a link may lead here. */
export const goToProvider = ({ provider, flows }: Parts) =>
  inSteps<(typeof operations)['GET /api/auth/provider']>(async ({ request, reply }) => {
    if (!provider) return refuse('not_found');
    const aim = { purpose: 'sign-in', session: null } as const;
    const address = await addressFor(request, reply, { provider, flows }, aim);
    return reply.redirect(address ?? pageOf('away'), 303);
  });

/** From a page of ours only: a link on another site must not connect the account to the person who is signed in at the provider. */
export const goForSession = ({ provider, flows }: Parts) =>
  inSteps<(typeof operations)['POST /api/auth/provider']>(async ({ step, input, request, reply }) => {
    if (!provider) return refuse('not_found');
    const { purpose } = input.body;
    const session = await step(async ({ tx, viewer }) =>
      purpose === 'confirm' || (await isFresh(tx, viewer.sessionId))
        ? viewer.sessionId
        : refuse('confirmation_needed'),
    );
    if (isRefused(session)) return session;
    const url = await addressFor(request, reply, { provider, flows }, { purpose, session });
    return url === undefined ? refuse('provider_away') : { url };
  });
