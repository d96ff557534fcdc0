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

const copy = settingsTexts.feedback;
/** Groups the toasts of this form: a newer one replaces the older. */
const about = 'feedback';

function showFailure(message: { title: string; description?: string }): void {
  toast({ ...message, tone: 'danger', about });
}

/** Sends feedback to the operator (R-K8). A retry after a lost response reuses the id, so it is stored once. */
export function FeedbackForm() {
  const [message, setMessage] = useState('');
  const [id, setId] = useState(newId);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (message.trim() === '') {
      showFailure({ title: refusalTexts.feedback_required.title });
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
      toast({ title: copy.sent, description: copy.thanks, about });
    } catch (error) {
      handleError(error);
    } finally {
      setBusy(false);
    }
  }

  function handleError(error: unknown) {
    const code = error instanceof Problem ? error.code : '';
    if (code === 'feedback_too_long' || code === 'feedback_required') {
      setFault(refusalTexts[code].title);
    } else if (error instanceof Problem && error.status === 401) {
      showFailure({ title: copy.noSession });
    } else if (code === 'too_many_tries') {
      showFailure({ title: copy.failed, ...faultOf(error).message });
    } else {
      showFailure({ title: copy.failed });
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3">
      <Field label={copy.label} error={fault}>
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
        <Button type="submit" busy={busy} disabled={message.trim() === ''}>
          {copy.submit}
        </Button>
      </div>
    </form>
  );
}
