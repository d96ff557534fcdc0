import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { Field } from '#ui/field.tsx';
import { inputClass } from '#ui/text-input.tsx';
import { texts } from '../texts.ts';

const selectClass = cx(inputClass, 'h-control');
const week = [1, 2, 3, 4, 5, 6, 7];

// January 1, 2024 was a Monday.
const dayName = (day: number, weekday: 'long' | 'short') =>
  new Intl.DateTimeFormat(undefined, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));
const hourName = (hour: number) =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1, hour),
  );

export function DayField({ day, onChange }: { day: number; onChange: (day: number) => void }) {
  return (
    <Field label={texts.day}>
      {(control) => (
        <select
          {...control}
          className={selectClass}
          value={day}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          {week.map((one) => (
            <option key={one} value={one}>
              {dayName(one, 'long')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type DaysProps = { days: readonly number[]; onChange: (days: number[]) => void };

/** At least one day stays chosen. */
export function DaysField({ days, onChange }: DaysProps) {
  return (
    <fieldset>
      <legend className="text-button text-ink">{texts.days}</legend>
      <div className="flex flex-wrap gap-x-5">
        {week.map((one) => (
          <Checkbox
            key={one}
            label={
              <abbr title={dayName(one, 'long')} className="no-underline">
                {dayName(one, 'short')}
              </abbr>
            }
            aria-label={dayName(one, 'long')}
            checked={days.includes(one)}
            onChange={({ target }) => {
              const chosen = week.filter((day) => (day === one ? target.checked : days.includes(day)));
              if (chosen.length > 0) onChange(chosen);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

export function HourField({ hour, onChange }: { hour: number; onChange: (hour: number) => void }) {
  return (
    <Field label={texts.hour}>
      {(control) => (
        <select
          {...control}
          className={selectClass}
          value={hour}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          {Array.from({ length: 24 }, (_, one) => (
            <option key={one} value={one}>
              {hourName(one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  // UTC and former names are not among them.
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].toSorted();
  return (
    <Field label={texts.timeZone} hint={texts.timeZoneHint}>
      {(control) => (
        <select
          {...control}
          className={selectClass}
          value={zone}
          onChange={({ target }) => onChange(target.value)}
        >
          {zones.map((one) => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
