import { withRetries } from '#platform/http/retries.ts';
import { client, hasCode } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

const call = client<typeof operations>();

/** Ends a relationship. Succeeds if it has already ended. */
export async function endRelationship(id: string): Promise<void> {
  try {
    await withRetries(() => call('DELETE /api/team_relationships/:id', { params: { id } }));
  } catch (error) {
    if (!hasCode(error, 'not_found')) throw error;
  }
}
