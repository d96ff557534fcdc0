import { useState, type FormEvent } from 'react';
import { newId } from '#platform/clock/id.ts';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import { limits } from '../../contract.ts';
import { refusalTexts, settingsTexts } from '../../texts.ts';
import { faultOf } from './auth-faults.ts';
import { call } from '../session/session.ts';

const words = settingsTexts.feedback;
/** The message of this form; a newer one takes the place of the older. */
const about = 'feedback';

function tellFailed(message: { title: string; description?: string }): void {
  toast({ ...message, tone: 'danger', about });
}

/** Tells the operator something (R-K8). A second try after a lost answer is known as the same by its id. */
export function FeedbackForm() {
  const [message, setMessage] = useState('');
  const [id, setId] = useState(newId);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (message.trim() === '') {
      tellFailed({ title: refusalTexts.feedback_required.title });
      return;
    }
    const tooLong = message.trim().length > limits.feedback;
    setFault(tooLong ? refusalTexts.feedback_too_long.title : undefined);
    if (tooLong) return;
    setBusy(true);
    try {
      await call('POST /api/feedback', { body: { id, message } });
      setMessage('');
      setFault(undefined);
      toast({ title: words.sent, description: words.thanks, about });
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  }

  function tell(error: unknown) {
    const code = error instanceof Problem ? error.code : '';
    if (code === 'feedback_too_long' || code === 'feedback_required') {
      setFault(refusalTexts[code].title);
    } else if (error instanceof Problem && error.status === 401) {
      tellFailed({ title: words.noSession });
    } else if (code === 'too_many_tries') {
      tellFailed({ title: words.failed, ...faultOf(error).message });
    } else {
      tellFailed({ title: words.failed });
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      <Field label={words.label} error={fault}>
        {(control) => (
          <TextArea
            {...control}
            name="feedback"
            value={message}
            onChange={({ currentTarget }) => {
              setMessage(currentTarget.value);
              // What may have arrived under the id before was another message.
              setId(newId());
            }}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={busy} disabled={message.trim() === ''}>
          {words.submit}
        </Button>
      </div>
    </form>
  );
}
