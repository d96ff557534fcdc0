// Sends invitations again and withdraws them.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { newId } from '#platform/clock/id.ts';
import { hasCode } from '#platform/http/client.ts';
import { toast } from '#ui/toast.ts';
import type { Invitation } from '../contract.ts';
import { sentTexts as texts } from '../sent-texts.ts';
import { sentMessage } from './sent-message.ts';
import { call, invitationsQuery, reloadInvitations } from './queries.ts';
import { showFailed } from './show-failed.ts';

/** Changes of invitations run one after another. */
const scope = { id: 'team-invitations' };

const aboutInvitation = (id: string) => `invitation ${id}`;

/** Sends the email of a pending invitation again, with a new link. */
export function useSendAgain(owner: Scope) {
  const queries = useQueryClient();
  return useMutation({
    scope,
    mutationFn: ({ email, type }: Invitation) =>
      call('POST /api/functions/v1/send-team-invitation', { body: { email, type, again: true } }),
    onSuccess({ email_state: state }, { id }) {
      const { title, detail } = texts.sentAgain[state ?? 'sent'];
      const tone = state === 'failed' ? ({ tone: 'danger' } as const) : {};
      toast({ title, description: detail, about: aboutInvitation(id), ...tone });
    },
    onError: (error, { id }) =>
      showFailed(texts.sendAgainFailed, texts.offlineDetail, error, aboutInvitation(id)),
    onSettled: () => reloadInvitations(queries, owner),
  });
}

/** Replaces an invitation that was declined or has expired with a new one. */
export function useInviteAgain(owner: Scope) {
  const queries = useQueryClient();
  return useMutation({
    scope,
    async mutationFn({ id, email, type }: Invitation) {
      const body = { id: newId(), type, email };
      const invited = await withRetries(() => call('POST /api/team_invitations', { body }));
      await withdraw(id);
      return invited;
    },
    onSuccess(invited, { id }) {
      const message = sentMessage([invited]);
      if (message) toast({ ...message, about: aboutInvitation(id) });
    },
    onError: (error, { id }) =>
      showFailed(texts.sendAgainFailed, texts.offlineDetail, error, aboutInvitation(id)),
    onSettled: () => reloadInvitations(queries, owner),
  });
}

async function withdraw(id: string): Promise<void> {
  try {
    await withRetries(() => call('DELETE /api/team_invitations/:id', { params: { id } }));
  } catch (error) {
    // It was withdrawn in another window.
    if (!hasCode(error, 'not_found')) throw error;
  }
}

/** Withdraws a pending invitation, or removes an answered or expired one from the list. */
export function useWithdraw(owner: Scope) {
  const queries = useQueryClient();
  return useMutation({
    scope,
    mutationFn: ({ id }: Invitation) => withdraw(id),
    onSuccess(_, { id, status, email }) {
      queries.setQueryData(
        invitationsQuery(owner).queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) })),
          },
      );
      const about = aboutInvitation(id);
      if (status === 'pending')
        toast({ title: texts.withdrawn.title, description: texts.withdrawn.detail, about });
      else toast({ title: texts.removed, description: email, about });
    },
    onError(error, { id }) {
      showFailed(texts.withdrawFailed, texts.offlineDetail, error, aboutInvitation(id));
      reloadInvitations(queries, owner);
    },
  });
}
