// Accepts, declines and ends relationships.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { hasCode } from '#platform/http/client.ts';
import { createStore } from '#ui/store.ts';
import { forget, remember, remembered } from '#ui/tab-memory.ts';
import { toast } from '#ui/toast.ts';
import type { Relationship } from '../contract.ts';
import { leaveTexts, panelTexts } from '../panel-texts.ts';
import { teamTexts } from '../team-texts.ts';
import { call, dropRelationship, putRelationship, reloadRelationships, reloadTeam } from './queries.ts';
import { endRelationship } from './end-relationship.ts';
import { showFailed } from './show-failed.ts';

/** Answers run one after another. */
const scope = { id: 'team-relationships' };

const aboutRelationship = (id: string) => `relationship ${id}`;

const acceptedKey = 'just-accepted';

/**
 * Ids of the relationships that the user accepted in this tab: the panel says what they make visible, even after a
 * reload.
 */
export const justAccepted = createStore<{ ids: readonly string[] }>({ ids: [] });
// After its creation, because the server does not know them.
justAccepted.set({ ids: remembered(acceptedKey)?.split(' ') ?? [] });

function keepAccepted(ids: readonly string[]): void {
  justAccepted.set({ ids });
  if (ids.length > 0) remember(acceptedKey, ids.join(' '));
  else forget(acceptedKey);
}

export function dismissAccepted(id: string): void {
  keepAccepted(justAccepted.get().ids.filter((other) => other !== id));
}

type Answer = { id: string; status: 'accepted' | 'declined' };

export function useAnswer(owner: Scope) {
  const queries = useQueryClient();
  return useMutation({
    scope,
    mutationFn: ({ id, status }: Answer) =>
      withRetries(() => call('PATCH /api/team_relationships/:id', { params: { id }, body: { status } })),
    onSuccess(relationship, { id, status }) {
      if (status === 'accepted') keepAccepted([...justAccepted.get().ids, id]);
      putRelationship(queries, owner, relationship);
      reloadTeam(queries, owner);
      toast({ title: panelTexts[status], about: aboutRelationship(id) });
    },
    onError(error, { id, status }) {
      const title = status === 'accepted' ? panelTexts.acceptFailed : panelTexts.declineFailed;
      if (hasCode(error, 'invitation_invalid', 'not_found'))
        toast({ title, description: panelTexts.gone, tone: 'danger', about: aboutRelationship(id) });
      else showFailed(title, panelTexts.offline, error, aboutRelationship(id));
      reloadRelationships(queries, owner);
    },
  });
}

/** What the user is in the relationship that ends. */
type Ending = Pick<Relationship, 'relationship_id'> & { as: 'manager' | 'employee'; name: string };

/** Removes a member from the user's team, or leaves a manager's. */
export function useEnd(owner: Scope) {
  const queries = useQueryClient();
  return useMutation({
    scope,
    mutationFn: ({ relationship_id: id }: Ending) => endRelationship(id),
    onSuccess(_, { relationship_id: id, as, name }) {
      dropRelationship(queries, owner, id);
      dismissAccepted(id);
      const about = aboutRelationship(id);
      if (as === 'manager') toast({ title: teamTexts.removal.done, description: name, about });
      else toast({ title: leaveTexts.left, description: leaveTexts.leftDetail(name), about });
    },
    onError(error, { relationship_id: id, as }) {
      const title = as === 'manager' ? teamTexts.removal.failed : leaveTexts.failed;
      showFailed(title, panelTexts.offline, error, aboutRelationship(id));
    },
  });
}
