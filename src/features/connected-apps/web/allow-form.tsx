import { useId, useRef, useState } from 'react';
import type { Scope } from '#features/api-tokens/contract.ts';
import { scopeTexts } from '#features/api-tokens/scope-texts.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { Fact, Facts } from '#ui/facts.tsx';
import { Field } from '#ui/field.tsx';
import { inputClass } from '#ui/text-input.tsx';
import { allowTexts as texts } from '../allow-texts.ts';
import { limits, lives } from '../constants.ts';
import type { AppRequest } from '../contract.ts';
import type { Choice } from './kept-choice.ts';
import { useSettled } from './use-settled.ts';

type Decision = 'allow' | 'refuse';

type Props = {
  request: AppRequest;
  email: string;
  /** What the user chose before leaving the page to confirm. */
  kept: Choice | undefined;
  /** The decision that is being sent. */
  busy: Decision | undefined;
  onDecide: (decision: Decision, choice: Choice) => void;
};

/** Who asks, what for, and until when. The name is text of a stranger. */
export function AllowForm({ request, email, kept, busy, onDecide }: Props) {
  const { name, host, returns_to: returnsTo, scopes } = request;
  const [chosen, setChosen] = useState<readonly Scope[]>(kept?.scopes ?? scopes);
  const [days, setDays] = useState<number>(kept?.days ?? limits.defaultDays);
  const [isRefused, setRefused] = useState(false);
  const isSettled = useSettled();
  const scopeFields = useRef<HTMLFieldSetElement>(null);
  const note = useId();
  const choice = { scopes: scopes.filter((scope) => chosen.includes(scope)), days };
  const isMissing = isRefused && choice.scopes.length === 0;
  const decide = (decision: Decision) => {
    if (busy !== undefined) return;
    const isNothing = decision === 'allow' && choice.scopes.length === 0;
    setRefused(isNothing);
    if (isNothing) scopeFields.current?.querySelector('input')?.focus();
    else onDecide(decision, choice);
  };
  return (
    <section className="rounded-sheet border border-rule border-s-3 border-s-margin bg-sheet p-6">
      <h1 className="text-title-phone">{texts.asks}</h1>
      <Facts>
        <Fact label={texts.facts.name}>
          <bdi>{texts.quoted(name)}</bdi>
        </Fact>
        {host !== null && (
          <Fact label={texts.facts.host}>
            <strong>{host}</strong>
          </Fact>
        )}
        <Fact label={texts.facts.returns}>{returnsTo ?? texts.onDevice}</Fact>
        <Fact label={texts.facts.account}>{email}</Fact>
      </Facts>
      {host === null && (
        <p className="mt-5 rounded-control bg-danger-wash px-3 py-2.5 text-button text-danger">
          {texts.unproven}
        </p>
      )}
      <fieldset
        ref={scopeFields}
        className="mt-6"
        disabled={busy !== undefined}
        aria-describedby={isMissing ? note : undefined}
      >
        <legend className="mb-1 text-button text-ink">{texts.may}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            label={scopeTexts[scope]}
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
        ))}
        {isMissing && (
          <p id={note} role="alert" className="text-meta text-danger">
            {texts.scopesRequired}
          </p>
        )}
      </fieldset>
      <p className="mt-2 text-button font-normal text-ink-2">{texts.mayNot}</p>
      <div className="mt-5">
        <Field label={texts.until} hint={texts.endHint}>
          {(control) => (
            <select
              {...control}
              className={cx(inputClass, 'h-control')}
              value={days}
              disabled={busy !== undefined}
              onChange={({ target }) => setDays(Number(target.value))}
            >
              {lives.map((life) => (
                <option key={life} value={life}>
                  {texts.days(life)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant="primary"
          busy={busy === 'allow'}
          aria-disabled={busy !== undefined || !isSettled}
          onClick={() => decide('allow')}
        >
          {texts.allow}
        </Button>
        <Button busy={busy === 'refuse'} aria-disabled={busy !== undefined} onClick={() => decide('refuse')}>
          {texts.cancel}
        </Button>
      </div>
    </section>
  );
}
