import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { countCharacters, normalizeText } from '#platform/text/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { useForm } from '#ui/use-form.ts';
import { limits } from '../constants.ts';
import { textProblem } from '../rules.ts';
import { texts } from '../texts.ts';
import { CadenceField } from './cadence-field.tsx';
import type { GoalInput } from './goal-drafts.ts';

/** The countdown is shown when this many characters or fewer are left. */
const countFrom = 100;

type Props = {
  label: string;
  hint: string;
  submit: string;
  value: GoalInput;
  form: ReturnType<typeof useForm>;
  onChange: (change: Partial<GoalInput>) => void;
  onCancel: () => void;
};

/** Text and period of a goal. Enter submits, Shift+Enter starts a new line, Escape cancels. */
export function GoalFields({ label, hint, submit, value, form, onChange, onCancel }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const problem = textProblem(value.text);
  useEffect(() => {
    const { current } = area;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && !event.shiftKey && event.target === area.current) {
      if (!problem) form.submit();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <form {...form.props} className="grid gap-3" onKeyDown={onKeyDown}>
      <Field label={label} hint={<Hint text={value.text} hint={hint} />}>
        {(control) => (
          <TextArea
            {...control}
            ref={area}
            rows={2}
            required
            enterKeyHint="done"
            value={value.text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        )}
      </Field>
      <CadenceField value={value.cadence} onChange={(cadence) => onChange({ cadence })} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={problem !== undefined} busy={form.busy}>
          {submit}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {texts.form.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The hint below the text field; near the limit, how many characters are left or over. */
function Hint({ text, hint }: { text: string; hint: string }): ReactNode {
  const left = limits.text - countCharacters(normalizeText(text));
  if (left > countFrom) return hint;
  return (
    <span role="status" className={left < 0 ? 'text-danger' : undefined}>
      {left < 0 ? texts.form.tooLong(-left) : texts.form.left(left)}
    </span>
  );
}
