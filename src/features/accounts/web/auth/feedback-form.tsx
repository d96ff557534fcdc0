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
      toast({ title: refusalTexts.feedback_required.title, tone: 'danger' });
      return;
    }
    const tooLong = message.trim().length > limits.feedback;
    setFault(tooLong ? refusalTexts.feedback_too_long.title : undefined);
    if (tooLong) return;
    setBusy(true);
    try {
      await call('POST /api/feedback', { body: { id, message } });
      setMessage('');
      toast({ title: words.sent, description: words.thanks });
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
      toast({ title: words.noSession, tone: 'danger' });
    } else if (code === 'too_many_tries') {
      toast({ title: words.failed, ...faultOf(error).message, tone: 'danger' });
    } else {
      toast({ title: words.failed, tone: 'danger' });
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
