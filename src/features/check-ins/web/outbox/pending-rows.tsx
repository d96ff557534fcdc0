import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { longWord } from '#ui/long-word.ts';
import { useStore } from '#ui/store.ts';
import { composeTexts } from '../../compose-texts.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { texts } from '../../texts.ts';
import { entryDraft, filesOf, isEmpty } from '../drafts/drafts.ts';
import { shortDay } from '#platform/reader/formats.ts';
import { unpersistedFiles } from '#platform/drafts/persisted-files.ts';
import { LedgerRow } from '#ui/ledger-row.tsx';
import { EntryPartsContext } from '../entries/entry-parts.ts';
import { fromLocalField } from '../drafts/local-date.ts';
import { pendingShare } from '../drafts/share-request.ts';
import { entryQueue, type Save } from './entry-queue.ts';
import { progressLabel } from './progress-label.ts';

/** A page without unsent entries does not load the sending code first. */
const loadActions = () => import('./outbox.ts');

/** The first rows of the timeline: entries being sent, waiting entries, and entries that could not be saved. */
export function PendingRows({ scope }: { scope: Scope }) {
  const saves = useStore(entryQueue.store, ({ all }) => all);
  return saves.toReversed().map((save) => <PendingRow key={save.write.id} save={save} scope={scope} />);
}

const labels = {
  sending: progressLabel,
  delivered: progressLabel,
  waiting: () => outboxTexts.waiting.label,
  refused: () => outboxTexts.unsent.title,
};

function PendingRow({ save, scope }: { save: Save; scope: Scope }) {
  const { write: draft, progress, state } = save;
  const isSending = state === 'sending' || state === 'delivered';
  const at = fromLocalField(draft.date)?.toISOString() ?? draft.savedAt ?? new Date().toISOString();
  const label = labels[state](progress);
  const sharedWith = pendingShare(draft.share);
  const parts = use(EntryPartsContext);
  return (
    <LedgerRow label={label} date={shortDay(at, scope.timezone)} emoji={draft.emoji} today={false}>
      {isSending && (
        <span
          aria-hidden="true"
          className="absolute inset-y-0 inset-s-[calc(var(--gutter)-1px)] w-[3px] origin-top bg-margin transition-transform duration-240"
          style={{ transform: `scaleY(${progress / 100})` }}
        />
      )}
      <p
        dir="auto"
        data-long-word={longWord(draft.content)}
        className="bidi-plain line-clamp-6 max-w-line text-entry wrap-anywhere whitespace-pre-wrap opacity-70"
      >
        {draft.content.trim()}
      </p>
      {parts?.slip({ sharedWith, scope })}
      <div className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-meta text-ink-2">
        {isSending && (
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
        )}
        {state === 'waiting' && (
          <span className="flex items-center gap-1.5 text-ochre">
            <WifiOff aria-hidden="true" size={14} />
            {label}
          </span>
        )}
        {state === 'refused' && <span className="text-danger">{label}</span>}
        {filesOf(draft).length > 0 && <span>{texts.filesCount(filesOf(draft).length)}</span>}
        {parts?.marks({ sharedWith, scope })}
      </div>
      {!isSending && <UnsentActions save={save} scope={scope} />}
    </LedgerRow>
  );
}

/** Why an entry is not saved yet, with the actions for it. */
function UnsentActions({ save, scope }: { save: Save; scope: Scope }) {
  const queries = useQueryClient();
  const canEdit = useStore(entryDraft.store, ({ draft }) => isEmpty(draft));
  const unpersistedIds = useStore(unpersistedFiles, ({ ids }) => ids);
  const { id, files, lostFiles } = save.write;
  const atRisk = files.filter((file) => unpersistedIds.has(file.id)).map(({ file }) => file.name);
  const notes = [
    save.reason,
    atRisk.length > 0 && outboxTexts.waiting.keepOpen(atRisk),
    lostFiles.length > 0 && composeTexts.dialog.filesNotKept(lostFiles),
  ].filter(Boolean);
  return (
    <>
      {notes.map((note) => (
        <p key={String(note)} className="mt-1 max-w-line text-meta wrap-anywhere text-ink-2">
          {note}
        </p>
      ))}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => void loadActions().then(({ saveAgain }) => saveAgain(queries, scope, id))}>
          {save.state === 'waiting' ? outboxTexts.waiting.sendNow : texts.tryAgain}
        </Button>
        {canEdit && (
          <Button onClick={() => void loadActions().then(({ editAgain }) => editAgain(id))}>
            {outboxTexts.unsent.edit}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void loadActions().then(({ discard }) => discard(id))}>
          {outboxTexts.unsent.discard}
        </Button>
      </div>
    </>
  );
}
