import { buttonClass } from '#ui/button.tsx';
import { archiveTexts as texts } from '../../archive-texts.ts';
import type { ArchiveResult } from '../archive/add-archive.ts';
import { ResultPanel } from './result-panel.tsx';

type Props = { result: ArchiveResult; ended: 'all' | 'canceled'; homeHref: string };

/** What was added, and what was not. */
export function ArchiveOutcome({ result, ended, homeHref }: Props) {
  const { added, known, missingFiles, refused, firstRefused, isFull } = result;
  return (
    <ResultPanel title={texts.added(added)}>
      {ended === 'canceled' && <p className="text-ui text-ink-2">{texts.canceled}</p>}
      {known > 0 && <p className="text-ui text-ink-2">{texts.known(known)}</p>}
      {missingFiles > 0 && <p className="text-ui text-danger">{texts.missingFiles(missingFiles)}</p>}
      {isFull && <p className="text-ui text-danger">{texts.full}</p>}
      {refused > 0 && (
        <>
          <p className="text-ui text-danger">{texts.refused(refused)}</p>
          <ul className="grid w-full gap-1 text-meta font-normal text-ink-2">
            {firstRefused.map(({ name, why }, index) => (
              // Two items may have the same text.
              <li key={index} className="wrap-anywhere">
                <span dir="auto">{name}</span>: {why}
              </li>
            ))}
          </ul>
        </>
      )}
      <a href={homeHref} className={buttonClass('primary')}>
        {texts.seeLog}
      </a>
    </ResultPanel>
  );
}
