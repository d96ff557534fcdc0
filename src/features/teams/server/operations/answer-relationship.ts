// Accepts, declines and ends relationships (R-E1).
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { answer, end, relationshipById, removeLegacyGrant } from '../store.ts';

type ById = { tx: Tx; input: { params: { id: string } } };

export async function answerRelationship({
  tx,
  input: { params, body },
}: ById & { input: { body: { status: 'accepted' | 'declined' } } }) {
  const outcome = await answer(tx, params.id, body.status === 'accepted');
  if (outcome === 'closed') return refuse('invitation_invalid');
  const answered = outcome === 'done' ? await relationshipById(tx, params.id) : undefined;
  return answered ?? refuse('not_found');
}

export async function endRelationship({ tx, input }: ById) {
  return (await end(tx, input.params.id)) ? { id: input.params.id } : refuse('not_found');
}

export async function removeGrant({ tx, input }: ById) {
  return (await removeLegacyGrant(tx, input.params.id)) ? { id: input.params.id } : refuse('not_found');
}
