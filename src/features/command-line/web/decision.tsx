import { useEffect, useRef } from 'react';
import { timeOfDay } from '#platform/reader/formats.ts';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/facts.tsx';
import { connectTexts as texts } from '../connect-texts.ts';
import { cliScopes } from '../constants.ts';
import type { CliLogin } from '../contract.ts';

type Decided = 'approved' | 'refused';

type Props = {
  login: CliLogin;
  /** As the terminal shows it. */
  code: string;
  email: string;
  timezone: string;
  /** The decision that is being sent. */
  busy: Decided | undefined;
  onDecide: (decision: Decided) => void;
};

/** What asks, from where, and what it may do. */
export function Decision({ login, code, email, timezone, busy, onDecide }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const { name, ip, same_network, created_at } = login;
  return (
    <section className="rounded-sheet border border-rule border-s-3 border-s-margin bg-sheet p-6">
      <h1 ref={heading} tabIndex={-1} className="text-title-phone wrap-anywhere outline-none">
        {texts.asks(name)}
      </h1>
      <p className="mt-2 text-ui text-ink-2">{texts.compare}</p>
      <Facts>
        <Fact label={texts.facts.code}>
          <strong className="tracking-widest">{code}</strong>
        </Fact>
        <Fact label={texts.facts.from}>{same_network ? texts.sameNetwork(ip) : texts.otherNetwork(ip)}</Fact>
        <Fact label={texts.facts.at}>{timeOfDay(created_at, timezone)}</Fact>
        <Fact label={texts.facts.account}>{email}</Fact>
      </Facts>
      {!same_network && (
        <p role="alert" className="mt-5 rounded-control bg-danger-wash px-3 py-2.5 text-button text-danger">
          {texts.warning}
        </p>
      )}
      <h2 className="mt-6 text-button text-ink">{texts.may}</h2>
      <ul className="mt-1.5 list-disc ps-5 text-ui text-ink-2">
        {cliScopes.map((scope) => (
          <li key={scope}>{texts.scopes[scope]}</li>
        ))}
      </ul>
      <p className="mt-3 text-ui text-ink-2">
        {texts.mayNot} {texts.life}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant="primary"
          busy={busy === 'approved'}
          aria-disabled={busy !== undefined}
          onClick={() => onDecide('approved')}
        >
          {texts.approve}
        </Button>
        <Button
          variant="danger"
          busy={busy === 'refused'}
          aria-disabled={busy !== undefined}
          onClick={() => onDecide('refused')}
        >
          {texts.refuse}
        </Button>
      </div>
    </section>
  );
}
