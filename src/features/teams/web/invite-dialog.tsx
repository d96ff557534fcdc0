import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { withRetries } from '#platform/http/retries.ts';
import { hasCode, isUnreachable, Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { firstReasons } from '#ui/first-reasons.ts';
import { TextArea } from '#ui/text-area.tsx';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { inviteTexts as texts } from '../invite-texts.ts';
import { closeInviteDialog, forgetIds, idFor, inviteDraft } from './invite-draft.ts';
import { addressesIn, inputProblem, withoutAddresses } from './invite-input.ts';
import { call, reloadInvitations } from './queries.ts';
import { inviteEach, type InviteProblem } from './send-invitations.ts';
import { sentMessage } from './sent-message.ts';

const about = 'invite';

/** Invitations that were not created, thrown so that the form stays open. */
class NotInvited extends Error {
  readonly failures: InviteProblem[];
  constructor(failures: InviteProblem[]) {
    super('Some addresses were not invited.');
    this.failures = failures;
  }
}

/** The Invite Team Members dialog. Its input is stored, so closing it loses nothing. */
export function InviteDialog({ scope }: { scope: Scope }) {
  const formId = useId();
  const queries = useQueryClient();
  const text = useStore(inviteDraft.store, ({ draft }) => draft.text);
  const [failures, setProblems] = useState<readonly InviteProblem[]>([]);
  const form = useForm({
    fields: ['emails'],
    about,
    check({ emails }) {
      setProblems([]);
      const problem = inputProblem(emails);
      return problem ? { emails: problem } : {};
    },
    async send({ emails }) {
      const { invited, failures } = await inviteEach(addressesIn(emails), (email) =>
        withRetries(() =>
          call('POST /api/team_invitations', { body: { id: idFor(email), type: 'employee', email } }),
        ),
      );
      const done = invited.map(({ email }) => email);
      forgetIds([
        ...done,
        ...failures.filter(({ error }) => hasCode(error, 'id_taken')).map(({ email }) => email),
      ]);
      // The user may have typed more in the meantime.
      inviteDraft.change({ text: withoutAddresses(inviteDraft.get().text, done) });
      const message = sentMessage(invited);
      if (message) toast({ ...message, about: `${about} sent` });
      const emailFailures = invited.filter(({ email_state }) => email_state === 'failed');
      const unsent = emailFailures.map(({ email }) => texts.emailFailedFor(email));
      if (unsent.length > 0) showSomeFailed(unsent, `${about} emails`);
      if (invited.length > 0) reloadInvitations(queries, scope);
      // The session counts the emails that wait for the verification.
      if (invited.some(({ email_state }) => email_state === 'held'))
        void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      if (failures.length > 0) throw new NotInvited(failures);
      if (addressesIn(inviteDraft.get().text).length > 0) return;
      inviteDraft.change({ text: '' });
      closeInviteDialog();
    },
    onError(error) {
      const refused = error instanceof NotInvited ? error.failures : [];
      setProblems(refused);
      if (!isAnswered(refused)) showNoAnswer();
      return { emails: '' };
    },
  });
  /** While it is open, the dialog lists what failed. */
  function close() {
    closeInviteDialog();
    if (isAnswered(failures))
      showSomeFailed(
        failures.map(({ reason }) => reason),
        about,
      );
  }
  return (
    <Dialog
      open
      onClose={close}
      title={texts.title}
      description={texts.about}
      footer={
        <Button variant="primary" type="submit" form={formId} busy={form.busy}>
          {texts.send}
        </Button>
      }
    >
      <form
        {...form.props}
        id={formId}
        className="grid gap-4"
        onInput={() => {
          if (Object.keys(form.problems).length === 0) return;
          form.clearProblems();
          setProblems([]);
        }}
      >
        <Field
          label={texts.field}
          hint={texts.hint}
          error={form.problems.emails}
          invalid={form.problems.emails === ''}
        >
          {(control) => (
            <TextArea
              {...control}
              name="emails"
              data-autofocus
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={text}
              onChange={({ currentTarget }) => inviteDraft.change({ text: currentTarget.value })}
            />
          )}
        </Field>
        {failures.length > 0 && <NotInvitedList reasons={failures.map(({ reason }) => reason)} />}
        <p className="text-meta font-normal text-ink-2">{texts.visible}</p>
      </form>
    </Dialog>
  );
}

function NotInvitedList({ reasons }: { reasons: readonly string[] }) {
  const id = useId();
  return (
    <div role="alert" className="rounded-sheet border border-danger bg-danger-wash px-4 py-3">
      <h3 id={id} className="text-button text-danger">
        {texts.someFailed(reasons.length)}
      </h3>
      <ul aria-labelledby={id} className="mt-1 grid gap-1 text-meta wrap-anywhere text-ink">
        {firstReasons(reasons).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}

function showSomeFailed(reasons: readonly string[], subject: string): void {
  toast({
    title: texts.someFailed(reasons.length),
    description: firstReasons(reasons).join('\n'),
    tone: 'danger',
    about: subject,
  });
}

/** Whether the server responded, so that there are reasons to show. */
function isAnswered(failures: readonly InviteProblem[]): boolean {
  return failures.some(({ error }) => error instanceof Problem && !isUnreachable(error));
}

function showNoAnswer(): void {
  const description = navigator.onLine ? undefined : texts.failedOffline;
  toast({ title: texts.failed, ...(description && { description }), tone: 'danger', about });
}
