import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { recoveryTexts } from '../../recovery-texts.ts';
import { showRefusal } from '../refusals.ts';
import { passwordProblemsIn, passwordFields, passwordRefusals, type NewPassword } from './new-password.ts';

const about = 'password';

type Options = {
  asksCurrent: boolean;
  /** Shown when it fails for an unknown reason. */
  failed: string;
  /** Sets the password and continues from there. */
  send: (input: NewPassword) => Promise<'leaving' | void>;
};

/** State of a form that sets a password. */
export function useNewPassword({ asksCurrent, failed, send }: Options) {
  return useForm({
    fields: passwordFields,
    about,
    check(input) {
      const problems = passwordProblemsIn(input, asksCurrent);
      if (problems.confirmation !== undefined)
        toast({ title: recoveryTexts.mismatch, tone: 'danger', about });
      return problems;
    },
    send,
    onError: (error) => showRefusal(error, about, passwordRefusals(failed)),
  });
}
