// Shares an entry that is already on the timeline, stops sharing it, and reports the result.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { managersQuery } from '#features/teams/web/visibility/managers-query.ts';
import { putOwnRow } from '#features/check-ins/web/queries/check-in-changes.ts';
import { withRetries } from '#platform/http/retries.ts';
import { showShoutoutSent } from '#features/shoutouts/web/show-sent.ts';
import { managerWhoSees } from '#features/teams/visibility-rules.ts';
import { client, isClientError, messageOf } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { operations } from '../contract.ts';
import { dialogTexts } from '../dialog-texts.ts';
import type { ShareDraft } from './share-drafts.ts';

const call = client<typeof operations>();
const copy = dialogTexts.stopped;

const toManager = (check_in_id: string, managerEmail: string) =>
  withRetries(() =>
    call('POST /api/functions/v1/send-manager-snapshot', { body: { check_in_id, managerEmail } }),
  );

/** Shares an entry with a manager (R-B6). */
export async function shareWithManager(
  queries: QueryClient,
  scope: Scope,
  id: string,
  email: string,
): Promise<void> {
  const entry = await toManager(id, email);
  putOwnRow(queries, scope, entry);
  const managers = await queries.ensureQueryData(managersQuery(scope)).catch(() => []);
  showShared(entry, managerWhoSees(entry, managers));
  noteHeld(queries, entry.manager_email_state);
}

/** Sends a teammate a shoutout about an entry (R-B7). */
export async function sendToTeammate(
  queries: QueryClient,
  scope: Scope,
  check_in_id: string,
  { shoutoutId: id, teammateEmail, message }: ShareDraft,
): Promise<void> {
  const body = { id, check_in_id, teammateEmail, message };
  const entry = await withRetries(() => call('POST /api/functions/v1/send-teammate-email', { body }));
  // Null only for a shoutout about no entry.
  if (!entry) return;
  putOwnRow(queries, scope, entry);
  showShoutoutSent({ email: entry.teammate_email_state, to: entry.teammate_email ?? teammateEmail });
  noteHeld(queries, entry.teammate_email_state);
}

/** Reports what happens to the manager's email (R-A3, R-A8, R-J1). `seenBy`: a connected manager, who needs none. */
function showShared(
  { id, manager_email, manager_email_state: state }: CheckIn,
  seenBy: string | undefined,
): void {
  const { title, sent, sees, failed, failedDetail, ...held } = dialogTexts.shared;
  const about = `shared ${id}`;
  if (state === 'failed') toast({ title: failed, description: failedDetail, tone: 'danger', about });
  else {
    const text = seenBy === undefined ? sent : sees(seenBy);
    const description = state === null ? text : held[state];
    toast({ title: title(manager_email ?? ''), description, about, ...(state && { duration: 8000 }) });
  }
}

/** The banner counts the messages that wait for the verification. */
function noteHeld(queries: QueryClient, state: CheckIn['manager_email_state']): void {
  if (state === 'held') void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

/** Stops sharing an entry with its manager. A toast offers Undo for 10 seconds. */
export function useStopSharing(scope: Scope, id: string) {
  const queries = useQueryClient();
  const about = `shared ${id}`;
  return useMutation({
    mutationKey: ['stop-sharing', id],
    /** `name`: a connected manager, who saw the entry without an email. */
    mutationFn: (_shared: {
      manager: string;
      state: CheckIn['manager_email_state'];
      name: string | undefined;
    }) => withRetries(() => call('DELETE /api/check_ins/:id/share', { params: { id } })),
    onSuccess(entry, { manager, state, name }) {
      const description = name === undefined ? copy.email[state ?? 'sent'] : copy.sees(name);
      putOwnRow(queries, scope, entry);
      showUndoToast({
        title: copy.title(manager),
        ...(description && { description }),
        about,
        onUndo: () => void shareAgain(queries, scope, id, manager),
      });
    },
    onError(error) {
      const reason = isClientError(error) && messageOf(error);
      toast({ title: copy.failed, ...(reason && { description: reason }), tone: 'danger', about });
    },
  });
}

async function shareAgain(queries: QueryClient, scope: Scope, id: string, manager: string): Promise<void> {
  try {
    putOwnRow(queries, scope, await toManager(id, manager));
  } catch (error) {
    console.warn('An entry could not be shared again.', error);
    toast({ title: copy.undoFailed, tone: 'danger', about: `shared ${id}` });
  }
}
