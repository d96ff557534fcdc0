import type pg from 'pg';
import { keptEntriesAmong } from '#features/shoutouts/server/operations/kept-entries.ts';
import { transactInOneTrip } from '#platform/database/transaction.ts';
import { apiCredential } from '#platform/secrets/api-token.ts';
import { toolErrors } from '../../texts.ts';
import type { Assistant } from './admit-assistant.ts';
import { ToolRefusal } from './run-operation.ts';
import type { FindQuoted } from './tool.ts';

/** Finds entries whose text is not the user's own (R-N4). For tools that read the log. */
export function findQuotedFor(pool: pg.Pool, { token }: Assistant): FindQuoted {
  return async (entries) => {
    if (entries.length === 0) return new Set();
    const ids = entries.map(({ id }) => id);
    const { viewer, result } = await transactInOneTrip(pool, apiCredential(token, 'log:read'), (tx) =>
      keptEntriesAmong(tx, ids),
    );
    // Ended meanwhile. Without the answer, nothing is shown.
    if (!viewer) throw new ToolRefusal(toolErrors.ended);
    return result;
  };
}
