import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { texts } from '../texts.ts';
import type { Scope } from './check-in-queries.ts';
import { composer, dropSave, editAgain, saveAgain, type Save } from './composer.ts';
import { isEmpty } from './drafts.ts';
import { shortDay } from './formats.ts';
import { LedgerRow } from './ledger-row.tsx';
import { fromLocalField } from './local-date.ts';
import { progressLabel } from './progress.ts';
import { useStore } from './store.ts';

/** Entries on their way, as first rows of the timeline, and those that could not be saved. */
export function PendingRows({ scope }: { scope: Scope }) {
  const saves = useStore(composer, (state) => state.saves);
  return saves.map((save) => <PendingRow key={save.draft.id} save={save} scope={scope} />);
}

function PendingRow({ save, scope }: { save: Save; scope: Scope }) {
  const { draft, progress, failed } = save;
  const at = (fromLocalField(draft.date) ?? new Date()).toISOString();
  const label = failed ? texts.unsent.title : progressLabel(progress);
  return (
    <LedgerRow label={label} date={shortDay(at, scope.timezone)} emoji={draft.emoji} today={false}>
      {!failed && (
        <span
          aria-hidden="true"
          className="absolute inset-y-0 left-[calc(var(--gutter)-1px)] w-[3px] origin-top bg-margin transition-transform duration-240"
          style={{ transform: `scaleY(${progress / 100})` }}
        />
      )}
      <p className="line-clamp-6 max-w-[62ch] text-entry wrap-anywhere whitespace-pre-wrap opacity-70">
        {draft.content.trim()}
      </p>
      {failed ? (
        <FailedActions save={save} scope={scope} />
      ) : (
        <p className="mt-2 flex flex-wrap gap-x-3 text-meta text-ink-2">
          <span
            role="progressbar"
            aria-label={texts.saving}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={progress}
            aria-valuetext={label}
          >
            {label}
          </span>
          {draft.files.length > 0 && <span>{texts.filesCount(draft.files.length)}</span>}
        </p>
      )}
    </LedgerRow>
  );
}

function FailedActions({ save, scope }: { save: Save; scope: Scope }) {
  const queries = useQueryClient();
  const free = useStore(composer, ({ draft }) => isEmpty(draft));
  const { id, lostFiles } = save.draft;
  return (
    <>
      <p className="mt-2 text-meta text-danger">{texts.unsent.title}</p>
      {lostFiles.length > 0 && (
        <p className="mt-1 text-meta text-ink-2">{texts.dialog.filesNotKept(lostFiles.join(', '))}</p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => saveAgain(queries, scope, id)}>{texts.tryAgain}</Button>
        {free && <Button onClick={() => editAgain(id)}>{texts.unsent.edit}</Button>}
        <Button variant="quiet" onClick={() => dropSave(id)}>
          {texts.unsent.discard}
        </Button>
      </div>
    </>
  );
}
