import { useId, type ComponentProps, type ReactNode } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'role' | 'id' | 'className'> & {
  label: ReactNode;
  checked: boolean;
};

/** An on/off switch that applies immediately: a native checkbox with the role `switch` and a label. */
export function Switch({ label, checked, ...rest }: Props) {
  const id = useId();
  return (
    <div className="flex min-h-control items-center gap-3">
      <input
        {...rest}
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className={
          'h-6 w-11 shrink-0 appearance-none rounded-control border border-rule-strong bg-sunken p-[3px] transition-colors ' +
          'before:block before:size-4 before:rounded-counter before:bg-rule-strong before:transition-transform ' +
          'checked:border-primary checked:bg-primary checked:before:translate-x-5 checked:before:bg-on-primary ' +
          'mirrored:checked:before:-translate-x-5 ' +
          'forced-colors:appearance-auto'
        }
      />
      <label htmlFor={id} className="py-1.5 text-button text-ink">
        {label}
      </label>
    </div>
  );
}
