import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';

/** What a control inside a field must carry, so that label, hint and error belong to it. */
export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence that says what to do; takes the hint's place. */
  error?: string | undefined;
  /** Marks the control as wrong without a sentence of its own, where a toast says it already. */
  invalid?: boolean;
  children: (control: FieldControl) => ReactNode;
};

/** `<Field label="E-mail" error={error}>{(control) => <TextInput {...control} />}</Field>` */
export function Field({ label, hint, error, invalid = false, children }: Props) {
  const id = useId();
  const note = `${id}-note`;
  const control: FieldControl = {
    id,
    'aria-describedby': error || hint ? note : undefined,
    'aria-invalid': error || invalid ? true : undefined,
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-button text-ink">
        {label}
      </label>
      {children(control)}
      {error ? (
        <p id={note} className="flex gap-1.5 text-meta text-danger">
          <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={note} className="text-meta font-normal text-ink-3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
