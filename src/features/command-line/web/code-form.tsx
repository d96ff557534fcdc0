import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useForm } from '#ui/use-form.ts';
import { connectTexts as texts } from '../connect-texts.ts';
import { readCode, shownCode } from '../rules.ts';

type Props = {
  /** Groups its toasts. */
  about: string;
  /** Shows the sign-in with this code. */
  find: (code: string) => Promise<void>;
};

/** Asks for the code. It is never part of a link, so that no one can be led past this question. */
export function CodeForm({ about, find }: Props) {
  const form = useForm({
    fields: ['code'],
    about,
    check: ({ code }) => (readCode(code) === undefined ? { code: texts.codeRequired } : {}),
    send: ({ code }) => find(shownCode(readCode(code)!)),
    onError: (error) =>
      showRefusal(error, about, {
        fields: { unknown_code: 'code' },
        toast: toastWithReason(texts.failed),
      }),
  });
  return (
    <form {...form.props} className="rounded-sheet border border-rule bg-sheet p-6">
      <h1 className="text-title-phone">{texts.title}</h1>
      <p className="mt-2 mb-5 text-ui text-ink-2">{texts.intro}</p>
      <Field label={texts.code} hint={texts.codeHint} error={form.problems.code}>
        {(control) => (
          <TextInput
            {...control}
            name="code"
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            className="max-w-52 font-semibold tracking-widest uppercase"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={form.busy} className="mt-5">
        {texts.next}
      </Button>
    </form>
  );
}
