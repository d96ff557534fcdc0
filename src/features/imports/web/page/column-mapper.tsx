import { cx } from '#ui/cx.ts';
import { Field } from '#ui/field.tsx';
import { inputClass } from '#ui/text-input.tsx';
import { texts } from '../../texts.ts';
import type { Columns } from '../../read/found.ts';
import type { TableHead } from '../worker/messages.ts';

const words = texts.columns;

type Props = { table: TableHead; onChange: (columns: Columns) => void };

/** Which column of a table is what. */
export function ColumnMapper({ table, onChange }: Props) {
  const { columns, names } = table;
  const [first = null, second = null] = columns.text;
  const change = (part: Partial<Columns>) => onChange({ ...columns, ...part });
  const changeText = (...chosen: (number | null)[]) =>
    change({ text: [...new Set(chosen.filter((column) => column !== null))] });
  const nameOf = (index: number) => {
    const sample = table.samples.find((cells) => (cells[index] ?? '').trim() !== '')?.[index] ?? '';
    const name = names[index] || words.unnamed(index + 1);
    return sample === '' ? name : `${name}: ${[...sample.trim()].slice(0, 30).join('')}`;
  };
  const roles = [
    { label: words.date, value: columns.date, set: (date: number | null) => change({ date }) },
    { label: words.text, value: first, set: (column: number | null) => changeText(column, second) },
    { label: words.more, value: second, set: (column: number | null) => changeText(first, column) },
    { label: words.group, value: columns.group, set: (group: number | null) => change({ group }) },
    { label: words.tags, value: columns.tags, set: (tags: number | null) => change({ tags }) },
    { label: words.id, value: columns.id, set: (id: number | null) => change({ id }) },
  ];
  return (
    <section aria-label={words.title} className="grid gap-3">
      <h3 className="text-button">{words.title}</h3>
      <p className="text-meta font-normal text-ink-2">{words.about}</p>
      <div className="grid gap-4 md:grid-cols-2">
        {roles.map(({ label, value, set }) => (
          <Field key={label} label={label}>
            {(control) => (
              <select
                {...control}
                className={cx(inputClass, 'h-control')}
                value={value ?? ''}
                onChange={({ target }) => set(target.value === '' ? null : Number(target.value))}
              >
                <option value="">{words.none}</option>
                {names.map((_, index) => (
                  // Columns have no other identity than their place.
                  <option key={index} value={index}>
                    {nameOf(index)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
        <Field label={words.order}>
          {(control) => (
            <select
              {...control}
              className={cx(inputClass, 'h-control')}
              value={columns.dayFirst ? 'day' : 'month'}
              onChange={({ target }) => change({ dayFirst: target.value === 'day' })}
            >
              <option value="day">{words.dayFirst}</option>
              <option value="month">{words.monthFirst}</option>
            </select>
          )}
        </Field>
      </div>
    </section>
  );
}
