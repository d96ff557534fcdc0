import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { emojiLabels } from '../../compose-texts.ts';
import { searchTexts } from '../../search-texts.ts';
import { filterOf, type Filter, type FilterPlace } from './filter.ts';
import { dayTitle } from '#platform/reader/formats.ts';

/** The active filters other than the search text, each with a button to remove it. */
export function SearchChips({ place: { filter, show } }: { place: FilterPlace }) {
  const chips: { part: readonly (keyof Filter)[]; name: string; shown?: ReactNode }[] = [];
  if (filter.tag !== undefined) chips.push({ part: ['tag'], name: `#${filter.tag}` });
  const dates = datesOf(filter);
  if (dates) chips.push({ part: ['from', 'to'], name: dates });
  if (filter.emoji) {
    const name = emojiLabels[filter.emoji] ?? filter.emoji;
    chips.push({ part: ['emoji'], name, shown: <span className="text-ui leading-5">{filter.emoji}</span> });
  }
  if (filter.files) chips.push({ part: ['files'], name: searchTexts.withFiles });
  if (filter.kind) chips.push({ part: ['kind'], name: searchTexts.goals });
  if (filter.shared) chips.push({ part: ['shared'], name: searchTexts.shared });
  if (chips.length === 0) return null;
  return (
    <ul aria-label={searchTexts.chosen} className="flex flex-wrap gap-2 pb-3">
      {chips.map(({ part, name, shown }) => (
        <li key={part[0]} className="min-w-0">
          <button
            type="button"
            aria-label={searchTexts.drop(name)}
            title={searchTexts.drop(name)}
            onClick={({ currentTarget }) => {
              focusNeighbor(currentTarget);
              const remaining = Object.entries(filter).filter(([key]) => !part.includes(key as keyof Filter));
              show(filterOf(Object.fromEntries(remaining)), 'choose');
            }}
            className="flex min-h-7 max-w-full items-center gap-1.5 rounded-counter border border-rule-strong bg-sheet px-2 text-meta text-ink hover:bg-sunken pointer-coarse:min-h-control"
          >
            <bdi className="truncate">{shown ?? name}</bdi>
            <X aria-hidden="true" size={14} className="shrink-0 text-ink-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Before the button is removed: the results may arrive first, and their heading would take the focus. */
function focusNeighbor(button: Element): void {
  const row = button.closest('li');
  (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')?.focus();
}

function datesOf({ from, to }: Filter): string | undefined {
  if (from && to) return from === to ? dayTitle(from) : `${dayTitle(from)} – ${dayTitle(to)}`;
  if (from) return searchTexts.since(dayTitle(from));
  return to && searchTexts.until(dayTitle(to));
}
