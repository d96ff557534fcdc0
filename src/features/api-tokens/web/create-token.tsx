import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { withConfirmation } from '#features/accounts/web/session/confirmation.ts';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { inputClass, TextInput } from '#ui/text-input.tsx';
import { useForm } from '#ui/use-form.ts';
import { limits, lives, scopes } from '../constants.ts';
import type { CreatedApiToken } from '../contract.ts';
import { scopeTexts } from '../scope-texts.ts';
import { refusalTexts, texts } from '../texts.ts';
import { decideName } from '../rules.ts';
import { CreatedToken } from './created-token.tsx';
import { about, call, tokensQuery } from './queries.ts';

type Props = { open: boolean; onClose: () => void };

/** The dialog that creates a token, and then shows it once. */
export function CreateToken({ open, onClose }: Props) {
  const [made, setMade] = useState<CreatedApiToken>();
  const formId = useId();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  const [busy, setBusy] = useState(false);
  const copy = made ? texts.made : texts.form;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={copy.title}
      description={made && texts.made.once}
      footer={
        made ? (
          <Button variant="primary" onClick={close}>
            {texts.made.done}
          </Button>
        ) : (
          <>
            <Button variant="quiet" onClick={close}>
              {texts.form.cancel}
            </Button>
            <Button variant="primary" type="submit" form={formId} busy={busy}>
              {texts.form.submit}
            </Button>
          </>
        )
      }
    >
      {made ? <CreatedToken made={made} /> : <TokenForm id={formId} onBusy={setBusy} onMade={setMade} />}
    </Dialog>
  );
}

type FormProps = {
  id: string;
  onBusy: (busy: boolean) => void;
  onMade: (made: CreatedApiToken) => void;
};

const copy = texts.form;
const never = 'never';

function TokenForm({ id, onBusy, onMade }: FormProps) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>(['entries:write']);
  const [days, setDays] = useState<string>(String(limits.defaultDays));
  const form = useForm({
    fields: ['name', 'scopes'],
    about,
    check({ name }) {
      const decided = decideName(name);
      return {
        ...(typeof decided === 'string' && {
          name: refusalTexts[decided].detail ?? refusalTexts[decided].title,
        }),
        ...(chosen.length === 0 && { scopes: copy.scopesRequired }),
      };
    },
    async send({ name }) {
      onBusy(true);
      try {
        const body = {
          name,
          scopes: scopes.filter((scope) => chosen.includes(scope)),
          days: days === never ? null : Number(days),
        };
        const made = await withConfirmation(() => call('POST /api/api_tokens', { body }));
        void queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
        onMade(made);
      } finally {
        onBusy(false);
      }
    },
    onError: (error) =>
      showRefusal(error, about, {
        fields: { name_required: 'name', name_too_long: 'name' },
        toast: toastWithReason(copy.failed),
      }),
  });
  const scopesNote = `${id}-scopes`;
  return (
    <form {...form.props} id={id} className="grid gap-5">
      <Field label={copy.name} hint={copy.nameHint} error={form.problems.name}>
        {(control) => <TextInput {...control} name="name" data-autofocus autoComplete="off" />}
      </Field>
      <fieldset aria-describedby={form.problems.scopes === undefined ? undefined : scopesNote}>
        <legend className="mb-1 text-button text-ink">{copy.may}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            label={scopeTexts[scope]}
            checked={chosen.includes(scope)}
            aria-describedby={form.problems.scopes === undefined ? undefined : scopesNote}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
        ))}
        {form.problems.scopes !== undefined && (
          <p id={scopesNote} className="text-meta text-danger">
            {form.problems.scopes}
          </p>
        )}
      </fieldset>
      <Field label={copy.expiry} {...(days === never && { hint: copy.neverHint })}>
        {(control) => (
          <select
            {...control}
            className={cx(inputClass, 'h-control')}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          >
            {lives.map((life) => (
              <option key={life} value={life ?? never}>
                {life === null ? copy.never : copy.days(life)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </form>
  );
}
