import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { normalEmail } from '#platform/mail/address.ts';
import { emailProblem } from '#features/accounts/web/auth/auth-problems.ts';
import { EmailInput } from '#features/accounts/web/auth/email-input.tsx';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { withRetries } from '#platform/http/retries.ts';
import { newId } from '#platform/clock/id.ts';
import { hasCode } from '#platform/http/client.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import type { Invitation } from '../../contract.ts';
import { visibilityTexts } from '../../visibility-texts.ts';
import { call, reloadInvitations } from '../queries.ts';

const texts = visibilityTexts.invite;
const about = 'invite manager';

/** Invites the user's manager by email (R-E2). */
export function InviteManagerForm({ scope }: { scope: Scope }) {
  const queries = useQueryClient();
  const [input, setInput] = useState('');
  /** A retry with the same address reuses the id, so that it does not invite twice. */
  const attempt = useRef({ id: newId(), email: '' });
  const form = useForm({
    fields: ['email'],
    about,
    check({ email }) {
      const problem = emailProblem(email);
      return problem ? { email: problem } : {};
    },
    async send(typed) {
      const email = normalEmail(typed.email);
      if (attempt.current.email !== email) attempt.current = { id: newId(), email };
      const { id } = attempt.current;
      const body = { id, type: 'manager' as const, email };
      const invited = await withRetries(() => call('POST /api/team_invitations', { body }));
      attempt.current = { id: newId(), email: '' };
      // The user may have typed another address in the meantime.
      setInput((now) => (normalEmail(now) === email ? '' : now));
      showInvited(invited);
      reloadInvitations(queries, scope);
      // The banner counts the messages that wait for the verification.
      if (invited.email_state === 'held') void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    onError(error) {
      if (hasCode(error, 'invitation_exists')) return { email: texts.exists(normalEmail(input)) };
      return showRefusal(error, about, {
        fields: { invalid_email: 'email', own_address: 'email', invitation_declined: 'email' },
        toast: toastWithReason(texts.failed),
      });
    },
  });
  return (
    <form {...form.props} className="mt-5 grid gap-3">
      <Field label={texts.label} hint={texts.hint} error={form.problems.email}>
        {(control) => (
          <EmailInput
            {...control}
            autoComplete="off"
            value={input}
            onChange={({ currentTarget }) => {
              setInput(currentTarget.value);
              if (form.problems.email) form.clearProblems();
            }}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={form.busy} disabled={isBlank(input)}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}

function showInvited({ email, email_state: state }: Invitation): void {
  if (state === 'failed') toast({ title: texts.emailFailed(email), tone: 'danger', about });
  else if (state === null) toast({ title: texts.sent, description: texts.sentTo(email), about });
  else toast({ title: texts.saved, description: texts[state], about });
}
