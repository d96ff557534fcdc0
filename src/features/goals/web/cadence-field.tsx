import { useId } from 'react';
import { Choice } from '#ui/choice.tsx';
import { cx } from '#ui/cx.ts';
import { cadences } from '../constants.ts';
import type { Cadence } from '../contract.ts';
import { cadenceLabels, texts } from '../texts.ts';

type Props = { value: Cadence | null; onChange: (cadence: Cadence | null) => void };

/** Choice of a goal's period, or none (R-C1). */
export function CadenceField({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <legend className="float-start me-3 text-meta text-ink-2">{texts.form.cadence}</legend>
      {[null, ...cadences].map((cadence) => (
        <Choice
          key={cadence ?? 'none'}
          name={name}
          checked={value === cadence}
          onChoose={() => onChange(cadence)}
          className={cx(
            'inline-flex min-h-8 px-2.5 text-meta pointer-coarse:min-h-11',
            value === cadence ? 'text-primary' : 'border-rule text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          {cadence ? cadenceLabels[cadence] : texts.form.noCadence}
        </Choice>
      ))}
    </fieldset>
  );
}
