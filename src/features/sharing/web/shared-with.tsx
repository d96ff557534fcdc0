import type { ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { longWord } from '#ui/long-word.ts';
import { emailStateTexts } from '#platform/mail/state-texts.ts';
import { entryTexts as copy } from '../entry-texts.ts';
import type { SharedWith } from '#features/check-ins/web/drafts/share-request.ts';

type Props = {
  sharedWith: SharedWith;
  /** "Send again", shown if the email failed. */
  again?: ReactNode;
};

/**
 * The badges Manager and Teammate, which name their addresses to screen readers and on hover. Without hover, on touch
 * and in print, the manager's is visible unless `audience` follows it and says who sees the entry. The shoutout names
 * the teammate's address.
 */
export function ShareBadges({ sharedWith, again, audience }: Props & { audience?: ReactNode }) {
  const { manager_email: manager, manager_email_state: state, teammate_email: teammate } = sharedWith;
  return (
    <>
      {manager && audience === undefined && <ManagerBadge email={manager} isNamed={false} />}
      {manager && audience !== undefined && (
        // Its own line, so that nothing moves when the code of the audience has been loaded.
        <span className="flex min-h-[1.125rem] basis-full items-baseline gap-x-3">
          <ManagerBadge email={manager} isNamed />
          <span className="min-w-0">{audience}</span>
        </span>
      )}
      {manager && state && <Badge dashed>{emailStateTexts[state]}</Badge>}
      {state === 'failed' && again}
      {teammate && (
        <Badge tone="ochre" title={teammate}>
          {copy.teammate}
          <span className="sr-only">: {teammate}</span>
        </Badge>
      )}
    </>
  );
}

/** `isNamed`: the text after it names the manager. */
function ManagerBadge({ email, isNamed }: { email: string; isNamed: boolean }) {
  return (
    <Badge tone="sky" title={email}>
      {copy.manager}
      <span
        className={cx('sr-only wrap-anywhere', !isNamed && 'pointer-coarse:not-sr-only print:not-sr-only')}
      >
        : {email}
      </span>
    </Badge>
  );
}

/** The shoutout about an entry, as a slip of paper. */
export function ShoutoutSlip({ sharedWith, again }: Props) {
  const { teammate_email: email, teammate_message: message, teammate_email_state: state } = sharedWith;
  if (!email) return null;
  return (
    <div className="mt-2.5 mb-2 max-w-line border-t border-dashed border-rule-strong bg-sunken px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 text-meta font-semibold wrap-anywhere text-ink-2">
        {copy.shoutoutTo(email)}
        {state && <Badge dashed>{emailStateTexts[state]}</Badge>}
        {state === 'failed' && again}
      </p>
      <p
        dir="auto"
        data-long-word={longWord(message)}
        className="mt-0.5 font-serif text-slip wrap-anywhere whitespace-pre-wrap italic bidi-plain"
      >
        {message}
      </p>
    </div>
  );
}
