import { useId, useMemo } from 'react';
import { Choice } from '#ui/choice.tsx';
import { cx } from '#ui/cx.ts';
import { Field } from '#ui/field.tsx';
import { inputClass, TextInput } from '#ui/text-input.tsx';
import type { FormatId } from '../../constants.ts';
import { periodChoices, type Settings } from '../../settings-rules.ts';
import { texts } from '../../texts.ts';

type Props = { format: FormatId; settings: Settings; onChange: (settings: Settings) => void };

/** What the import asks for: the period, the time zone, and the user's addresses in a calendar. */
export function ImportSettings({ format, settings, onChange }: Props) {
  const heading = useId();
  const zones = useMemo(
    () => [...new Set([settings.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted(),
    [settings.timeZone],
  );
  const { period } = settings;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <h3 id={heading} className="text-button">
          {texts.period.label}
        </h3>
        <div role="radiogroup" aria-labelledby={heading} className="flex flex-wrap gap-1.5">
          {periodChoices.map((choice) => (
            <Choice
              key={choice}
              name="import-period"
              checked={choice === period}
              onChoose={() => onChange({ ...settings, period: choice })}
              className="inline-flex min-h-control border-rule px-3 text-button"
            >
              {texts.period[choice]}
            </Choice>
          ))}
        </div>
        {period === 'custom' && (
          <div className="flex flex-wrap gap-3">
            {(['from', 'to'] as const).map((end) => (
              <Field key={end} label={texts.period[end]}>
                {(control) => (
                  <TextInput
                    {...control}
                    type="date"
                    value={settings[end]}
                    onChange={({ target }) => onChange({ ...settings, [end]: target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
        )}
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Field label={texts.zone}>
          {(control) => (
            <select
              {...control}
              className={cx(inputClass, 'h-control')}
              value={settings.timeZone}
              onChange={({ target }) => onChange({ ...settings, timeZone: target.value })}
            >
              {zones.map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          )}
        </Field>
        {format === 'calendar' && (
          <Field label={texts.address} hint={texts.addressHint}>
            {(control) => (
              <TextInput
                {...control}
                dir="ltr"
                autoComplete="email"
                value={settings.addresses}
                onChange={({ target }) => onChange({ ...settings, addresses: target.value })}
              />
            )}
          </Field>
        )}
      </div>
    </div>
  );
}
