import { useId, useState } from 'react';
import { dayTitle } from '#platform/reader/formats.ts';
import { Choice } from '#ui/choice.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { Period } from '../contract.ts';
import { editorTexts } from '../editor-texts.ts';
import { periodNames, periodOf, type PeriodName } from '../period-rules.ts';

const texts = editorTexts.period;

type Props = { today: string; period: Period; onChange: (period: Period) => void };

/** The calendar periods around today, or two days. */
export function PeriodFields({ today, period, onChange }: Props) {
  const heading = useId();
  const [name, setName] = useState<PeriodName | 'custom'>('this half');
  return (
    <div className="grid gap-3">
      <h3 id={heading} className="text-month">
        {texts.label}
      </h3>
      <div role="radiogroup" aria-labelledby={heading} className="flex flex-wrap gap-1.5">
        {[...periodNames, 'custom' as const].map((choice) => (
          <Choice
            key={choice}
            name="packet-period"
            checked={choice === name}
            onChoose={() => {
              setName(choice);
              if (choice !== 'custom') onChange(periodOf(choice, today));
            }}
            className="inline-flex min-h-control border-rule px-3 text-button"
          >
            {choice === 'custom' ? texts.custom : texts.names[choice]}
          </Choice>
        ))}
      </div>
      {name === 'custom' ? (
        <div className="flex flex-wrap gap-3">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={texts[end]}>
              {(control) => (
                <TextInput
                  {...control}
                  type="date"
                  required
                  value={period[end]}
                  onChange={({ target }) => onChange({ ...period, [end]: target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      ) : (
        <p className="text-ui text-ink-2">{texts.range(dayTitle(period.from), dayTitle(period.to))}</p>
      )}
    </div>
  );
}
