import Search from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import type { KeyboardEvent } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { cx } from '#ui/cx.ts';
import { NoPart } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useTypedEarly } from '#ui/use-typed-early.ts';
import { limits } from '../../constants.ts';
import { texts } from '../../texts.ts';
import { isFiltering, type FilterPlace } from './filter.ts';
import { searchField, useSearchKey } from './search-key.ts';
import { useSearchInput } from './use-search-input.ts';

const TagChoices = fetched(async () => (await import('./search-panel.tsx')).TagChoices, NoPart);

type Props = {
  scope: Scope;
  place: FilterPlace;
  /** The panel with the other filters: its id, and whether it is open. */
  panel: { id: string; open: boolean; toggle: () => void };
};

/** The search field for words and #tags. `/` focuses it, Escape clears it. */
export function SearchLine({ scope, place, panel }: Props) {
  const { input, setInput, submit, clear, tagPrefix, chooseTag } = useSearchInput(place);
  useSearchKey();
  const field = useTypedEarly(setInput);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (input === '' && !isFiltering(place.filter)) event.currentTarget.blur();
    else clear();
  }

  return (
    <div className="min-w-0">
      <form
        role="search"
        // Enter does not reload the page before it is interactive: what is typed stays, and is searched for then.
        method="dialog"
        aria-label={texts.search.label}
        className="flex items-center gap-1 border-b border-rule-strong focus-within:border-ink"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label className="flex min-w-0 grow cursor-text items-center rounded-counter has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
          <Search aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
          <input
            {...searchField}
            ref={field}
            type="search"
            dir="auto"
            value={input}
            maxLength={limits.query}
            placeholder={texts.search.placeholder}
            aria-label={texts.search.field}
            aria-keyshortcuts="/"
            enterKeyHint="search"
            autoComplete="off"
            onChange={(event) => setInput(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-control min-w-0 grow bg-transparent px-2 text-ui text-ink outline-none [&::-webkit-search-cancel-button]:hidden"
          />
        </label>
        {input !== '' && (
          <IconButton label={texts.search.clearWords} onClick={() => setInput('')}>
            <X aria-hidden="true" size={16} />
          </IconButton>
        )}
        <IconButton
          label={texts.search.filters}
          aria-expanded={panel.open}
          aria-controls={panel.open ? panel.id : undefined}
          onClick={panel.toggle}
          className={cx(panel.open && 'bg-sunken text-ink')}
        >
          <SlidersHorizontal aria-hidden="true" size={16} />
        </IconButton>
      </form>
      {tagPrefix !== undefined && !panel.open && (
        <TagChoices scope={scope} prefix={tagPrefix} onChoose={chooseTag} />
      )}
    </div>
  );
}
