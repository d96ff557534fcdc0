import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { inputClass } from '#ui/text-input.tsx';
import { composeTexts } from '../../compose-texts.ts';
import { toLocalField } from './local-date.ts';

type Props = {
  /** A `datetime-local` value, or empty for now. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** The date that the entry stands under: now, as long as nobody sets another (R-B1). */
export function DateField({ value, error, onChange }: Props) {
  const [now] = useState(() => toLocalField(new Date()));
  return (
    <Field label={composeTexts.dialog.date} hint={composeTexts.dialog.dateHint} error={error}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <input
            {...control}
            type="datetime-local"
            value={value || now}
            max={now.slice(0, 10) + 'T23:59'}
            onChange={(event) => onChange(event.target.value)}
            className={`${inputClass} h-control max-w-64`}
          />
          {value && (
            <Button variant="quiet" onClick={() => onChange('')}>
              {composeTexts.dialog.useNow}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
