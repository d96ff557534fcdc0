import { useId, type ComponentProps, type ReactNode } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> & { label: ReactNode };

/** A native checkbox with a label. The whole line is clickable. */
export function Checkbox({ label, ...rest }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={
          'grid size-4.5 shrink-0 appearance-none place-items-center rounded-counter border border-rule-strong bg-sheet ' +
          'checked:border-primary checked:bg-primary before:h-[9px] before:w-[5px] before:-translate-y-px ' +
          'before:rotate-45 before:border-r-2 before:border-b-2 before:border-on-primary before:opacity-0 ' +
          'checked:before:opacity-100 forced-colors:appearance-auto'
        }
      />
      <label htmlFor={id} className="grow py-1 text-button font-medium text-ink">
        {label}
      </label>
    </div>
  );
}
