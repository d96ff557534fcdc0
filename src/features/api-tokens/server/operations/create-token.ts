import { refuseStale } from '#features/accounts/server/operations/confirmed.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { newApiToken } from '#platform/secrets/api-token.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import type { NewApiToken, TokenSource } from '../../contract.ts';
import { decideName } from '../../rules.ts';
import { insertToken, lockAndCountLiveTokens } from '../store.ts';

/** Creates a token of the viewer, in place of those that have expired. Only this result contains it: the database stores its hash (R-N1). */
export async function createToken(call: {
  tx: Tx;
  viewer: Viewer;
  body: Pick<NewApiToken, 'name' | 'scopes' | 'days'>;
  source: TokenSource;
}) {
  const { tx, viewer, body, source } = call;
  const stale = await refuseStale(tx, viewer);
  if (stale) return stale;
  const decided = decideName(body.name);
  if (typeof decided === 'string') return refuse(decided);
  if ((await lockAndCountLiveTokens(tx, viewer.userId)) >= limits.tokens) return refuse('too_many_tokens');
  const token = newApiToken();
  const row = await insertToken(tx, {
    ...{ id: newId(), userId: viewer.userId, name: decided.name, hash: hashToken(token) },
    ...{ scopes: [...new Set(body.scopes)], source, days: body.days, sessionId: viewer.sessionId },
  });
  return { token, row };
}
