import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { AddressInput } from '#ui/address-input.tsx';
import { withRetries } from '#platform/http/retries.ts';
import { newId } from '#platform/clock/id.ts';
import { hasCode, messageOf } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useStore } from '#ui/store.ts';
import { inputClass } from '#ui/text-input.tsx';
import { toast } from '#ui/toast.ts';
import { useForm, type Problems } from '#ui/use-form.ts';
import type { RefusalCode } from '../contract.ts';
import { inputProblem } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import { useEntryChoices } from './recent-entries.ts';
import { changeSendDraft, clearSentDraft, closeSendDialog, readySendDraft, sendState } from './send-draft.ts';
import { putShoutout } from './shoutout-lists.ts';
import { showShoutoutSent } from './show-sent.ts';
import { call } from './shoutout-queries.ts';

const copy = texts.dialog;
const about = 'shoutout';
const fields = ['recipient', 'message', 'entry'] as const;
type FieldName = (typeof fields)[number];

const fieldOf: Partial<Record<RefusalCode, FieldName>> = {
  recipient_required: 'recipient',
  invalid_email: 'recipient',
  own_address: 'recipient',
  message_required: 'message',
  message_too_long: 'message',
};

function problemsFor(code: RefusalCode): Problems<FieldName> {
  const { title, detail } = refusalTexts[code];
  const field = fieldOf[code];
  return field ? { [field]: detail ?? title } : {};
}

function check(input: Record<FieldName, string>): Problems<FieldName> {
  const recipient = normalEmail(input.recipient);
  const message = normalizeText(input.message);
  const problem = inputProblem({ recipient, isAddress: isEmail(recipient), message });
  return problem ? problemsFor(problem) : {};
}

/** Shows why a shoutout was not sent: at its field, or in a toast. The draft stays. */
function onError(error: unknown): Problems<FieldName> {
  const codes = Object.keys(fieldOf) as RefusalCode[];
  const code = codes.find((known) => hasCode(error, known));
  if (code) return problemsFor(code);
  if (hasCode(error, 'not_found')) {
    // The linked entry was deleted.
    changeSendDraft({ entry: '' });
    toast({ ...texts.sent.entryDeleted, tone: 'danger', about });
    return {};
  }
  // The draft was sent with other content from another tab.
  if (hasCode(error, 'id_taken')) changeSendDraft({ id: newId(), sentAs: undefined });
  const description = hasCode(error, 'too_many_tries') ? messageOf(error) : undefined;
  toast({ title: texts.sent.failed, ...(description && { description }), tone: 'danger', about });
  return {};
}

/** The Send Shoutout dialog. The draft lives in the store, so closing the dialog loses nothing. */
export function SendDialog({ scope }: { scope: Scope }) {
  const queries = useQueryClient();
  const formId = useId();
  // The store has the current input, but only the select follows it: the other fields hold what the user typed.
  const [{ draft }] = useState(() => sendState.get());
  const chosen = useStore(sendState, (state) => state.draft.entry);
  const { choices, reload } = useEntryChoices(scope, chosen);
  const form = useForm({
    fields,
    about,
    check,
    onError(error) {
      if (hasCode(error, 'not_found')) reload();
      return onError(error);
    },
    async send() {
      const ready = readySendDraft();
      const { id, recipient, message, entry } = ready;
      const body = { id, recipient_email: recipient, message, check_in_id: entry || null };
      const sent = await withRetries(() => call('POST /api/shoutouts', { body }));
      clearSentDraft(ready);
      showShoutoutSent({ email: sent.email, to: sent.recipient_email });
      putShoutout(queries, scope, sent);
      // It counts the messages that wait for the verification.
      if (sent.email === 'held') void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <Dialog
      open
      onClose={closeSendDialog}
      title={copy.title}
      description={copy.about}
      footer={
        <Button variant="primary" type="submit" form={formId} busy={form.busy}>
          {copy.send}
        </Button>
      }
    >
      <form
        {...form.props}
        id={formId}
        className="grid gap-5"
        onInput={() => Object.keys(form.problems).length > 0 && form.clearProblems()}
      >
        <Field label={copy.recipient} error={form.problems.recipient}>
          {(control) => (
            <AddressInput
              {...control}
              name="recipient"
              suggest="teammates"
              data-autofocus={draft.answers === '' || undefined}
              defaultValue={draft.recipient}
              onInput={(event) => changeSendDraft({ recipient: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={copy.message} hint={copy.messageHint} error={form.problems.message}>
          {(control) => (
            <TextArea
              {...control}
              name="message"
              data-autofocus={draft.answers !== '' || undefined}
              defaultValue={draft.message}
              onInput={(event) => changeSendDraft({ message: event.currentTarget.value })}
            />
          )}
        </Field>
        {choices.length > 0 && (
          <Field label={copy.entry} hint={copy.entryHint}>
            {(control) => (
              <select
                {...control}
                name="entry"
                className={cx(inputClass, 'h-control')}
                value={chosen}
                onChange={(event) => changeSendDraft({ entry: event.currentTarget.value })}
              >
                <option value="">{copy.noEntry}</option>
                {choices.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
