import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { useId, type ReactNode } from 'react';

/** Props that link a control to the label, hint and error of its field. */
export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence that says what to do. Replaces the hint. */
  error?: string | undefined;
  /** Marks the control as invalid without a message, when a toast already shows one. */
  invalid?: boolean;
  children: (control: FieldControl) => ReactNode;
};

/** `<Field label="Email" error={error}>{(control) => <TextInput {...control} />}</Field>` */
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
