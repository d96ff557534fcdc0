import { useInfiniteQuery } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import Target from 'lucide-react/icons/target';
import { useId, useState } from 'react';
import { datesDiffer } from '#features/check-ins/reading-rules.ts';
import { texts as entryTexts } from '#features/check-ins/texts.ts';
import { EntryText } from '#features/check-ins/web/entries/entry-text.tsx';
import { LedgerRow } from '#ui/ledger-row.tsx';
import { LedgerSheet } from '#ui/ledger-sheet.tsx';
import { FileList } from '#features/check-ins/web/files/file-list.tsx';
import { FilesButton } from '#features/check-ins/web/files/files-button.tsx';
import { fullTime, longDay, startOf, timeOfDay } from '#platform/reader/formats.ts';
import { dayOf } from '#platform/clock/days.ts';
import { useToday } from '#platform/reader/use-today.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import type { MemberEntry } from '../../member-contract.ts';
import { isGoalEntry, isNewEntry } from '../../member-rules.ts';
import { memberTexts } from '../../member-texts.ts';
import { MemberDate } from './member-date.tsx';
import { MemberList } from './member-list.tsx';
import { memberEntriesQuery, type MemberScope } from './member-queries.ts';

const texts = memberTexts.entries;

const FileViewer = fetched(
  async () => (await import('#features/check-ins/web/files/file-viewer.tsx')).FileViewer,
  ({ onChange }) => <FailedOverlay onClose={() => onChange(undefined)} />,
);

type Answer = (about: { id: string; message: string }) => void;

type Props = {
  scope: MemberScope;
  name: string;
  /** When the manager looked before this visit. Null: never. */
  newSince: string | null;
  /** Opens a shoutout to the member. Undefined if the manager knows no address. */
  onAnswer: Answer | undefined;
};

/** The check-ins that a member shares with the manager, newest first. */
export function MemberEntries({ scope, name, newSince, onAnswer }: Props) {
  const today = useToday(scope.timezone);
  const list = useInfiniteQuery(memberEntriesQuery(scope));
  return (
    <MemberList list={list} empty={{ title: texts.empty, detail: texts.emptyDetail(name) }}>
      {(rows) => (
        <LedgerSheet>
          {rows.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              timezone={scope.timezone}
              today={today}
              isNew={isNewEntry(entry, newSince)}
              onAnswer={onAnswer}
            />
          ))}
        </LedgerSheet>
      )}
    </MemberList>
  );
}

type RowProps = {
  entry: MemberEntry;
  timezone: string;
  today: string;
  isNew: boolean;
  onAnswer: Answer | undefined;
};

function EntryRow({ entry, timezone, today, isNew, onAnswer }: RowProps) {
  const { id, content, created_at: at, recorded_at, edited_at } = entry;
  const time = timeOfDay(at, timezone);
  const start = startOf(content);
  return (
    <LedgerRow
      label={texts.label(longDay(at, timezone), time)}
      date={<MemberDate at={at} timezone={timezone} today={today} />}
      emoji={entry.emoji}
      today={dayOf(at, timezone) === today}
    >
      <p className="mb-1 flex flex-wrap items-center gap-x-3 text-meta font-normal text-ink-3">
        <span>{time}</span>
        {isGoalEntry(entry) && (
          <span className="inline-flex items-center gap-1 text-ink-2">
            <Target aria-hidden="true" size={13} />
            {texts.goal}
          </span>
        )}
        {datesDiffer(at, recorded_at) && (
          <time dateTime={recorded_at} title={fullTime(recorded_at, timezone)}>
            {entryTexts.recordedOn(longDay(recorded_at, timezone))}
          </time>
        )}
        {edited_at && (
          <time dateTime={edited_at} title={entryTexts.edit.editedAt(fullTime(edited_at, timezone))}>
            {entryTexts.edit.edited}
          </time>
        )}
        {isNew && (
          <Badge tone="primary" title={texts.isNewDetail}>
            {texts.isNew}
          </Badge>
        )}
      </p>
      <EntryText text={content} />
      {entry.files.length > 0 && <Files files={entry.files} />}
      {onAnswer && (
        <div className="mt-2 -ms-3.5 print:hidden">
          <Button
            variant="quiet"
            aria-label={texts.answerFor(start)}
            onClick={() => onAnswer({ id, message: texts.answerText(start) })}
          >
            <Heart aria-hidden="true" size={16} />
            {texts.answer}
          </Button>
        </div>
      )}
    </LedgerRow>
  );
}

function Files({ files }: Pick<MemberEntry, 'files'>) {
  const [open, setOpen] = useState(false);
  const [viewed, setViewed] = useState<string>();
  const list = useId();
  return (
    <div className="mt-2.5">
      <FilesButton count={files.length} open={open} controls={list} onToggle={() => setOpen(!open)} />
      <div id={list} hidden={!open}>
        {open && <FileList files={files} onView={setViewed} />}
      </div>
      {viewed !== undefined && <FileViewer files={files} fileId={viewed} onChange={setViewed} />}
    </div>
  );
}
