import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { showRefusal } from '#features/accounts/web/refusals.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { shareRefusalTexts } from '../texts.ts';
import { shareProblem, shareFieldOf } from './share-problems.ts';
import { shareFields } from '#features/check-ins/web/compose/share-part.ts';
import { ManagerFields, TeammateFields } from './share-fields.tsx';
import { closeShareDialog } from './open-share-dialog.ts';
import { isSharing, type ShareInput } from '#features/check-ins/web/drafts/share-input.ts';
import { startOf } from '#platform/reader/formats.ts';
import { cacheEntry } from '#features/check-ins/web/queries/check-in-changes.ts';
import { entryQuery } from '#features/check-ins/web/queries/check-in-queries.ts';
import { managersQuery } from '#features/teams/web/visibility/managers-query.ts';
import { onlyManager } from '#features/teams/visibility-rules.ts';
import { newId } from '#platform/clock/id.ts';
import { hasCode } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { isFocusFree } from '#ui/free-focus.ts';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { dialogTexts as copy } from '../dialog-texts.ts';
import { SharedManager, SharedTeammate } from './shared-parts.tsx';
import { newShareDraft, readyToShare, shareDrafts } from './share-drafts.ts';
import { sendToTeammate, shareWithManager } from './share-entry.ts';

type Props = { entry: CheckIn; scope: Scope };

/** The Share dialog of an entry: whom it is shared with, and the same two parts as Add Check-in for others. */
export function ShareDialog({ entry, scope }: Props) {
  const formId = useId();
  const { data: now } = useQuery({ ...entryQuery(scope, entry.id), initialData: entry });
  const shown = now ?? entry;
  const deleted = !now || now.deleted_at !== null;
  const { share, form, change } = useShareForm(shown, scope);
  const { manager_email: manager, teammate_email: teammate } = shown;
  const fields = { share, problems: form.problems, scope, onChange: change };
  const complete = Boolean(manager && teammate);
  useFocusOnManager(form.props.ref, Boolean(manager));

  return (
    <Dialog
      open
      onClose={closeShareDialog}
      title={copy.title}
      description={<bdi>{startOf(shown.content)}</bdi>}
      footer={
        !deleted &&
        !complete && (
          <Button variant="primary" type="submit" form={formId} busy={form.busy}>
            {copy.share}
          </Button>
        )
      }
    >
      {deleted ? (
        <div role="alert" className="rounded-sheet border border-ochre bg-ochre-wash px-4 py-3">
          <p className="text-button text-ochre">{copy.deleted.title}</p>
          <p className="text-button font-normal text-ink">{copy.deleted.detail}</p>
        </div>
      ) : (
        <form {...form.props} id={formId} className="grid gap-5">
          {manager ? (
            <SharedManager entry={shown} scope={scope} />
          ) : (
            <ManagerFields {...fields} recordedAt={shown.recorded_at} />
          )}
          {teammate ? <SharedTeammate entry={shown} scope={scope} /> : <TeammateFields {...fields} />}
        </form>
      )}
    </Dialog>
  );
}

/** After Stop sharing and after its Undo, the pressed button is gone: the focus goes to what took its place. */
function useFocusOnManager(form: RefObject<HTMLFormElement | null>, shared: boolean) {
  const before = useRef(shared);
  useLayoutEffect(() => {
    if (before.current === shared) return;
    before.current = shared;
    if (!isFocusFree()) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (shared ? find('button') : (find('[name=managerEmail]') ?? find('input')))?.focus();
  }, [form, shared]);
}

/** The input, without what the entry is already shared with, and its form. */
function useShareForm({ id, manager_email, teammate_email }: CheckIn, scope: Scope) {
  const queries = useQueryClient();
  useState(() => shareDrafts.load(scope.userId));
  const { data: managers } = useQuery(managersQuery(scope));
  const [empty] = useState(newShareDraft);
  // The only connected manager is offered until the user changes anything (R-B6).
  const first = { ...empty, managerEmail: onlyManager(managers) ?? '' };
  const draft = useStore(shareDrafts.store, ({ byKey }) => byKey[id]) ?? first;
  const share = {
    ...draft,
    manager: draft.manager && !manager_email,
    teammate: draft.teammate && !teammate_email,
  };
  const about = `share ${id}`;
  const form = useForm({
    fields: shareFields,
    about,
    check() {
      const own = queries.getQueryData(sessionQuery.queryKey)?.user.email;
      const problem = shareProblem(share, own);
      const field = problem && shareFieldOf[problem];
      return problem && field ? { [field]: shareRefusalTexts[problem].detail } : {};
    },
    async send() {
      if (!isSharing(share)) {
        toast({ ...copy.nothingChosen, tone: 'danger', about });
        return;
      }
      const ready = readyToShare(share);
      shareDrafts.put(id, ready);
      if (ready.manager) {
        await shareWithManager(queries, scope, id, ready.managerEmail);
        shareDrafts.put(id, { ...ready, manager: false, managerEmail: '' });
      }
      if (ready.teammate) await sendToTeammate(queries, scope, id, ready);
      shareDrafts.put(id, undefined);
      closeShareDialog();
    },
    onError(error) {
      // It was deleted in the meantime, which the dialog explains.
      if (hasCode(error, 'not_found')) {
        cacheEntry(queries, scope, id, null);
        return {};
      }
      // Another tab sent a different shoutout under this id.
      if (hasCode(error, 'id_taken'))
        shareDrafts.put(id, { ...share, shoutoutId: newId(), sentAs: undefined });
      return showRefusal(error, about, {
        fields: shareFieldOf,
        toast: (problem) => ({ title: copy.failed, description: problem?.detail }),
      });
    },
  });

  function change(part: Partial<ShareInput>) {
    shareDrafts.put(id, { ...draft, ...part });
    if (Object.keys(form.problems).length > 0) form.clearProblems();
  }
  return { share, form, change };
}
