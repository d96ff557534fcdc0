import { useId } from 'react';
import { cx } from '#ui/cx.ts';
import { cadences, type Cadence } from '../contract.ts';
import { cadenceLabels, texts } from '../texts.ts';

type Props = { value: Cadence | null; onChange: (cadence: Cadence | null) => void };

/** The period that a goal is set for, or none (R-C1): real radio buttons, so arrow keys move through them. */
export function CadenceField({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <legend className="float-left mr-3 text-meta text-ink-2">{texts.form.cadence}</legend>
      {[null, ...cadences].map((cadence) => (
        <label
          key={cadence ?? 'none'}
          className={cx(
            'relative inline-flex min-h-8 cursor-pointer items-center rounded-control border px-2.5 text-meta pointer-coarse:min-h-11',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            value === cadence
              ? 'border-primary bg-primary-wash text-primary'
              : 'border-rule text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={value === cadence}
            onChange={() => onChange(cadence)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {cadence ? cadenceLabels[cadence] : texts.form.noCadence}
        </label>
      ))}
    </fieldset>
  );
}
