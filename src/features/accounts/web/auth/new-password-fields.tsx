import { useState } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { texts } from '../../auth-texts.ts';
import { recoveryTexts } from '../../recovery-texts.ts';
import type { PasswordProblems } from './new-password.ts';
import { PasswordInput } from './password-input.tsx';

type Props = {
  problems: PasswordProblems;
  /** The username for password managers. Undefined until the server has returned it for an emailed link. */
  email: string | undefined;
  /** Label of the current password, if the form asks for it. */
  current?: string;
};

/** The new password and its confirmation, after the current password if the form asks for it. */
export function NewPasswordFields({ problems, email, current }: Props) {
  const [plain, setPlain] = useState(false);
  return (
    <>
      {email && <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />}
      {current && (
        <Field label={current} error={problems.current_password}>
          {(control) => (
            <PasswordInput
              {...control}
              name="current_password"
              autoComplete="current-password"
              plain={plain}
            />
          )}
        </Field>
      )}
      <Field label={recoveryTexts.newPassword} hint={texts.fields.passwordHint} error={problems.password}>
        {(control) => <PasswordInput {...control} autoComplete="new-password" plain={plain} />}
      </Field>
      <div className="grid gap-1">
        <Field label={recoveryTexts.confirmation} invalid={problems.confirmation !== undefined}>
          {(control) => (
            <PasswordInput {...control} name="confirmation" autoComplete="new-password" plain={plain} />
          )}
        </Field>
        <Checkbox
          label={texts.fields.showPassword}
          checked={plain}
          onChange={(event) => setPlain(event.currentTarget.checked)}
        />
      </div>
    </>
  );
}
