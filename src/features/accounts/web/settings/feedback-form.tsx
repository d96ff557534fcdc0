import { useState } from 'react';
import { newId } from '#platform/clock/id.ts';
import { hasCode } from '#platform/http/client.ts';
import { isBlank, normalizeText } from '#platform/text/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { limits } from '../../constants.ts';
import { settingsRefusalTexts, settingsTexts } from '../../settings-texts.ts';
import { showRefusal, toastWithReason, type Refusals } from '../refusals.ts';
import { call } from '../session/session.ts';

const copy = settingsTexts.feedback;
const about = 'feedback';
const refusals: Refusals<'feedback'> = {
  fields: { feedback_too_long: 'feedback', feedback_required: 'feedback' },
  toast(problem) {
    if (hasCode(problem, 'no_session')) return { title: copy.noSession };
    return toastWithReason(copy.failed)(hasCode(problem, 'too_many_tries') ? problem : undefined);
  },
};

/** Sends feedback to the operator (R-K8). A retry after a lost response reuses the id, so it is stored once. */
export function FeedbackForm() {
  const [message, setMessage] = useState('');
  const [id, setId] = useState(newId);
  const form = useForm({
    fields: ['feedback'],
    about,
    check({ feedback }) {
      if (isBlank(feedback)) {
        toast({ title: settingsRefusalTexts.feedback_required.title, tone: 'danger', about });
        return { feedback: '' };
      }
      const tooLong = normalizeText(feedback).length > limits.feedback;
      return tooLong ? { feedback: settingsRefusalTexts.feedback_too_long.title } : {};
    },
    async send() {
      await call('POST /api/feedback', { body: { id, message } });
      setMessage('');
      toast({ title: copy.sent, description: copy.thanks, about });
    },
    onError: (error) => showRefusal(error, about, refusals),
  });

  return (
    <form {...form.props} className="grid gap-3">
      <Field label={copy.label} error={form.problems.feedback}>
        {(control) => (
          <TextArea
            {...control}
            name="feedback"
            value={message}
            onChange={({ currentTarget }) => {
              setMessage(currentTarget.value);
              // The previous id may belong to an earlier message that was stored.
              setId(newId());
            }}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={form.busy} disabled={isBlank(message)}>
          {copy.submit}
        </Button>
      </div>
    </form>
  );
}
