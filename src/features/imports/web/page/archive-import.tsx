import { guestId } from '#features/guest/constants.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { archiveTexts as texts } from '../../archive-texts.ts';
import { formatTexts } from '../../format-texts.ts';
import { texts as importTexts } from '../../texts.ts';
import { ChooseFiles } from './choose-files.tsx';
import { InProgress } from './in-progress.tsx';
import { SkippedReport } from './skipped-report.tsx';
import { WhereToGet } from './where-to-get.tsx';
import type { ArchiveCounts, ArchivePlan } from '../archive/archive-items.ts';
import { ArchivePreview } from './archive-preview.tsx';
import { ArchiveOutcome } from './archive-outcome.tsx';
import { useArchive, type ArchiveState } from './use-archive.ts';

type Props = { scope: Scope; homeHref: string };

/** The page of Logbook's own archive: what it has, then all of it in the log with one click. */
export function ArchiveImport({ scope, homeHref }: Props) {
  const { state, read, cancel, addAll } = useArchive(scope.userId);
  const isGuest = scope.userId === guestId;
  if (state.at === 'added')
    return (
      <div className="grid gap-8">
        <ArchiveOutcome {...state} homeHref={homeHref} />
        <Skipped plan={state.plan} />
      </div>
    );
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <p className="text-ui text-ink-2">{formatTexts.logbook.about}</p>
        <WhereToGet format="logbook" />
        {state.at !== 'adding' && <ChooseFiles format="logbook" onFiles={(files) => void read(files)} />}
      </div>
      <Status state={state} isGuest={isGuest} onCancel={cancel} />
      {state.at === 'read' && (
        <>
          <ArchivePreview plan={state.plan} isGuest={isGuest} timeZone={scope.timezone} />
          {hasAny(addable(state.plan, isGuest)) && (
            <div className="flex flex-wrap items-center gap-3">
              <Button variant="primary" onClick={() => void addAll(state.plan)}>
                {texts.add}
              </Button>
              <p className="text-meta font-normal text-ink-2">{texts.addNote}</p>
            </div>
          )}
          <Skipped plan={state.plan} />
        </>
      )}
    </div>
  );
}

/** What can be added: records need an account. */
const addable = ({ counts }: ArchivePlan, isGuest: boolean): ArchiveCounts =>
  isGuest ? { ...counts, records: 0 } : counts;

const sum = ({ entries, goals, files, records }: ArchiveCounts) => entries + goals + files + records;
const hasAny = (counts: ArchiveCounts) => sum(counts) > 0;

function Status({
  state,
  isGuest,
  onCancel,
}: {
  state: ArchiveState;
  isGuest: boolean;
  onCancel: () => void;
}) {
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {state.at === 'reading' && (
        <InProgress value={null} label={texts.reading(state.rows)} onCancel={onCancel} />
      )}
      {state.at === 'adding' && <Adding state={state} isGuest={isGuest} onCancel={onCancel} />}
      {state.at === 'failed' && <p className="text-ui text-danger">{importTexts.failed}</p>}
      {state.at === 'stopped' && <p className="text-ui text-danger">{texts.stopped}</p>}
    </div>
  );
}

type AddingProps = { state: ArchiveState & { at: 'adding' }; isGuest: boolean; onCancel: () => void };

function Adding({ state: { plan, done, isWaiting }, isGuest, onCancel }: AddingProps) {
  const all = addable(plan, isGuest);
  return (
    <InProgress
      value={Math.min(100, (sum(done) / Math.max(1, sum(all))) * 100)}
      label={isWaiting ? texts.waiting : texts.adding(done, all)}
      onCancel={onCancel}
    />
  );
}

function Skipped({ plan: { skipped, skipCounts } }: { plan: ArchivePlan }) {
  return <SkippedReport preview={{ skipped, counts: skipCounts }} />;
}
