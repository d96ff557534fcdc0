import { buttonClass } from '#ui/button.tsx';
import { texts } from '../../texts.ts';
import type { AddResult } from './add-to-inbox.ts';
import { ResultPanel } from './result-panel.tsx';

type Props = { result: AddResult; unreadable: number; inboxHref: string };

/** What was added, and the way to it. */
export function ImportResult({ result: { added, known, full }, unreadable, inboxHref }: Props) {
  return (
    <ResultPanel title={texts.added(added)}>
      {known > 0 && <p className="text-ui text-ink-2">{texts.known(known)}</p>}
      {full > 0 && <p className="text-ui text-danger">{texts.full(full)}</p>}
      {unreadable > 0 && <p className="text-ui text-danger">{texts.unreadable(unreadable)}</p>}
      <p className="text-meta font-normal text-ink-2">{texts.addNote}</p>
      <a href={inboxHref} className={buttonClass('primary')}>
        {texts.toInbox}
      </a>
    </ResultPanel>
  );
}
