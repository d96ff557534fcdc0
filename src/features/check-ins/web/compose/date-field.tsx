import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { inputClass } from '#ui/text-input.tsx';
import { composeTexts } from '../../compose-texts.ts';
import { toLocalField } from '../drafts/local-date.ts';

const copy = composeTexts.dialog;

type Props = {
  /** A `datetime-local` value, or empty for now. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** The date of the entry (R-B1): one line that says "Today" until the user changes it. */
export function DateField({ value, error, onChange }: Props) {
  const [now] = useState(() => toLocalField(new Date()));
  const [open, setOpen] = useState(value !== '');
  const container = useRef<HTMLDivElement>(null);

  function show(field: boolean) {
    setOpen(field);
    // The focused button is unmounted, so the focus moves to its replacement.
    requestAnimationFrame(() => container.current?.querySelector<HTMLElement>('input, button')?.focus());
  }

  return (
    <div ref={container}>
      {open || value ? (
        <Field label={copy.date} hint={copy.dateHint} error={error}>
          {(control) => (
            <div className="flex flex-wrap gap-2">
              <input
                {...control}
                name="date"
                type="datetime-local"
                value={value || now}
                max={now.slice(0, 10) + 'T23:59'}
                onChange={(event) => onChange(event.target.value)}
                className={`${inputClass} h-control max-w-64`}
              />
              <Button
                variant="quiet"
                onClick={() => {
                  onChange('');
                  show(false);
                }}
              >
                {copy.useNow}
              </Button>
            </div>
          )}
        </Field>
      ) : (
        <p className="text-button">
          {copy.day} <span className="mx-1.5 font-normal text-ink-2">{copy.today}</span>{' '}
          <button
            type="button"
            aria-label={copy.changeDate}
            onClick={() => show(true)}
            className="-my-1.5 min-h-control rounded-counter font-semibold text-primary underline underline-offset-3 hover:text-primary-hover"
          >
            {copy.change}
          </button>
        </p>
      )}
    </div>
  );
}
