// The provider reports that a session, or a person, has signed out there (OpenID Connect Back-Channel Logout).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import { transact } from '#platform/database/transaction.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { acceptForms } from '#platform/http/form-body.ts';
import { sendCommon } from '#platform/http/problem.ts';
import { RecentLimit } from '#platform/http/recent-limit.ts';
import { attempts } from '../../constants.ts';
import { logoutPath } from '../../path-constants.ts';
import { endProviderSessions, spendState } from '../store.ts';
import { AnswerRefused, ProviderAway } from './provider-errors.ts';
import type { Logout, Provider } from './provider.ts';

const bodyLimit = 16 * 1024;
/** Seconds. */
const retryAfter = 60;

export async function serveProviderLogout(
  server: FastifyInstance,
  { pool, provider }: { pool: pg.Pool; provider: Provider | undefined },
): Promise<void> {
  const recent = new RecentLimit(attempts.logouts);

  async function end(request: FastifyRequest, reply: FastifyReply) {
    void reply.header('cache-control', 'no-store');
    if (!provider) return sendCommon(reply, 'not_found');
    const { logout_token: token } = (request.body ?? {}) as { logout_token?: unknown };
    if (typeof token !== 'string') return refuse(reply);
    try {
      const ended = await endSessions(pool, await provider.logoutOf(token));
      if (ended === undefined) return await refuse(reply);
      if (ended > 0) logSecurity(request.log, 'sessions ended by provider');
      return await reply.send();
    } catch (error) {
      if (error instanceof ProviderAway) return sendCommon(reply, 'unavailable', { retryAfter });
      if (!(error instanceof AnswerRefused)) throw error;
      request.log.warn({ reason: error.message }, 'a logout of the provider was refused');
      return refuse(reply);
    }
  }

  await server.register((scope, _options, done) => {
    acceptForms(scope, bodyLimit);
    scope.post(
      logoutPath,
      {
        bodyLimit,
        // Before the body is read.
        onRequest: async (request, reply) => {
          if (!recent.take(addressBlock(request.ip)))
            return sendCommon(reply, 'too_many_requests', { retryAfter });
          return undefined;
        },
      },
      end,
    );
    done();
  });
}

/** How many sessions ended. Undefined: the token was used before. */
function endSessions(pool: pg.Pool, { issuer, subject, sid, spent }: Logout): Promise<number | undefined> {
  const work = async (tx: Parameters<typeof spendState>[0]) =>
    (await spendState(tx, spent.hash, spent.endsAt))
      ? endProviderSessions(tx, issuer, subject, sid)
      : undefined;
  return transact(pool, null, work, 'write');
}

/** As the standard wants it. */
const refuse = (reply: FastifyReply) => reply.code(400).send({ error: 'invalid_request' });
