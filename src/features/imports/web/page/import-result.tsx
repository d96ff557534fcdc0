import { useEffect, useRef } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { texts } from '../../texts.ts';
import type { AddResult } from './add-to-inbox.ts';

type Props = { result: AddResult; unreadable: number; inboxHref: string };

/** What was added, and the way to it. */
export function ImportResult({ result: { added, known, full }, unreadable, inboxHref }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed no longer exists.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      role="status"
      className="grid justify-items-start gap-3 rounded-sheet border border-rule bg-sheet px-5 py-6"
    >
      <h3 ref={heading} tabIndex={-1} className="text-month">
        {texts.added(added)}
      </h3>
      {known > 0 && <p className="text-ui text-ink-2">{texts.known(known)}</p>}
      {full > 0 && <p className="text-ui text-danger">{texts.full(full)}</p>}
      {unreadable > 0 && <p className="text-ui text-danger">{texts.unreadable(unreadable)}</p>}
      <p className="text-meta font-normal text-ink-2">{texts.addNote}</p>
      <a href={inboxHref} className={buttonClass('primary')}>
        {texts.toInbox}
      </a>
    </section>
  );
}
