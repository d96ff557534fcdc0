import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { fullTime, mediumDay, timeOfDay } from '#platform/reader/formats.ts';
import { managersQuery } from './managers-query.ts';
import { withRetries } from '#platform/http/retries.ts';
import { hasCode } from '#platform/http/client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import type { ManagerAccess } from '../../contract.ts';
import { visibilityTexts as texts } from '../../visibility-texts.ts';
import { EndDialog } from '../end-dialog.tsx';
import { endRelationship } from '../end-relationship.ts';
import { call, reloadRelationships } from '../queries.ts';
import { showFailed } from '../show-failed.ts';

type Props = {
  manager: ManagerAccess;
  scope: Scope;
  /** The row is about to disappear, and with it the focus. */
  onRemoved: () => void;
};

/** Someone who can see shared entries: since when, when they last looked, and ending it. */
export function ManagerRow({ manager, scope, onRemoved }: Props) {
  const { timezone } = scope;
  const { manager_name, manager_email: email, relationship_type: type, looked_at: looked } = manager;
  const [asking, setAsking] = useState(false);
  const name = manager_name?.trim() || email || texts.unnamed;
  const isLegacy = type === 'Legacy';
  const { mutate: remove, isPending } = useRemove(scope, name, onRemoved);
  const { confirm } = texts;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3 first:border-t-0">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-3 text-ui wrap-anywhere">
          <bdi>{name}</bdi>
          <Badge tone={isLegacy ? 'plain' : 'sky'}>{texts.type[type]}</Badge>
        </p>
        {email !== null && email !== name && (
          <p className="text-meta font-normal wrap-anywhere text-ink-2">{email}</p>
        )}
        <p className="text-meta font-normal wrap-anywhere text-ink-3">
          <span className="block">
            {manager.sees_now ? texts.sees(mediumDay(manager.accepted_at, timezone)) : texts.notNow}
          </span>
          {looked === null ? (
            texts.notLooked
          ) : (
            <time dateTime={looked} title={fullTime(looked, timezone)}>
              {texts.looked(mediumDay(looked, timezone), timeOfDay(looked, timezone))}
            </time>
          )}
        </p>
      </div>
      <Button aria-label={texts.removeOf(name)} onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      {asking && (
        <EndDialog
          title={confirm.title(name)}
          detail={isLegacy ? confirm.detailLegacy : confirm.detail}
          cancel={confirm.cancel}
          confirm={confirm.confirm}
          busy={isPending}
          onConfirm={() => remove(manager, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function useRemove(scope: Scope, name: string, onRemoved: () => void) {
  const queries = useQueryClient();
  const { queryKey } = managersQuery(scope);
  return useMutation({
    mutationFn: ({ id, relationship_type: type }: ManagerAccess) =>
      type === 'Legacy' ? endGrant(id) : endRelationship(id),
    onSuccess(_, { id }) {
      onRemoved();
      queries.setQueryData(queryKey, (rows) => rows?.filter((row) => row.id !== id));
      reloadRelationships(queries, scope);
      toast({ title: texts.removed, description: texts.removedDetail(name), about: `access ${id}` });
    },
    onError: (error, { id }) => showFailed(texts.removeFailed, texts.offline, error, `access ${id}`),
  });
}

/** Ends a legacy grant. Succeeds if it has already ended. */
async function endGrant(id: string): Promise<void> {
  try {
    await withRetries(() => call('DELETE /api/logbook_invitations/:id', { params: { id } }));
  } catch (error) {
    if (!hasCode(error, 'not_found')) throw error;
  }
}
