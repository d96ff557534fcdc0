import { use } from 'react';
import { guestId } from '#features/guest/constants.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Badge } from '#ui/badge.tsx';
import { useStore } from '#ui/store.ts';
import { namedSources } from '../../constants.ts';
import type { CheckIn } from '../../contract.ts';
import { datesDiffer } from '../../reading-rules.ts';
import { texts } from '../../texts.ts';
import { openEditor } from '../drafts/editor.ts';
import { entryEdits } from '../drafts/edits.ts';
import { fullTime, longDay } from '#platform/reader/formats.ts';
import { EntryPartsContext } from './entry-parts.ts';

/** Of these, the name says what the entry was made of. Of others, it is the name of a token. */
const countedSources: readonly string[] = namedSources;

type Props = { entry: CheckIn; scope: Scope };

/**
 * Notes below an entry: whom it is shared with (R-B6), when it was recorded (R-B1), that it was edited (R-B2), how it came
 * (R-N2), that it has unsaved changes, or that it is stored only in this browser.
 */
export function EntryMarks({ entry, scope }: Props) {
  const { timezone } = scope;
  const { created_at, recorded_at, edited_at, source, source_name } = entry;
  const unsaved = useStore(entryEdits.store, ({ byKey }) => byKey[entry.id] !== undefined);
  const differ = datesDiffer(created_at, recorded_at);
  const local = entry.user_id === guestId;
  const marks = use(EntryPartsContext)?.marks({ sharedWith: entry, entry, scope });
  if (!differ && !edited_at && !unsaved && !local && !source && !marks) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-meta text-ink-3">
      {marks}
      {local && <Badge dashed>{texts.local}</Badge>}
      {differ && (
        <time dateTime={recorded_at} title={fullTime(recorded_at, timezone)}>
          {texts.recordedOn(longDay(recorded_at, timezone))}
        </time>
      )}
      {edited_at && (
        <time dateTime={edited_at} title={texts.edit.editedAt(fullTime(edited_at, timezone))}>
          {texts.edit.edited}
        </time>
      )}
      {source && (
        <span className="wrap-anywhere">
          {texts.cameBy[source]}
          {source_name && (
            <>
              {countedSources.includes(source) ? ', ' : ' · '}
              <bdi>{source_name}</bdi>
            </>
          )}
        </span>
      )}
      {unsaved && (
        <button
          type="button"
          onClick={() => void openEditor(entry)}
          className="min-h-6 rounded-counter font-semibold text-ochre underline underline-offset-3 pointer-coarse:-my-2 pointer-coarse:py-2"
        >
          {texts.edit.unsaved}
        </button>
      )}
    </p>
  );
}
