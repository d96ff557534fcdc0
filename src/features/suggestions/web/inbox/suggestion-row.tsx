import Check from 'lucide-react/icons/check';
import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { memo } from 'react';
import { EntryText } from '#features/check-ins/web/entries/entry-text.tsx';
import { fullTime, longDay, shortDay } from '#platform/reader/formats.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { inboxTexts as texts } from '../../inbox-texts.ts';
import type { InboxItem } from './inbox-data.ts';

export type RowActions = {
  toggle: (item: InboxItem) => void;
  accept: (item: InboxItem) => void;
  edit: (item: InboxItem) => void;
  dismiss: (item: InboxItem) => void;
  /** The row has the focus now. */
  reach: (item: InboxItem) => void;
};

type Props = { item: InboxItem; timezone: string; selected: boolean; actions: RowActions };

/** One suggestion: where it is from, when, its text, its files, and why it is one. */
export const SuggestionRow = memo(function SuggestionRow({ item, timezone, selected, actions }: Props) {
  const { at, source, content, emoji, group, reason, url, files } = item.suggestion;
  const sourceName = texts.sources[source];
  const label = texts.row(sourceName, longDay(at, timezone));
  return (
    <article
      aria-label={label}
      data-suggestion={item.key}
      tabIndex={-1}
      onFocus={() => actions.reach(item)}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-3 py-3 shadow-[0_1px_0_var(--rule)] outline-offset-[-2px] focus:bg-sunken max-md:grid-cols-[auto_minmax(0,1fr)] md:px-4"
    >
      <input
        type="checkbox"
        aria-label={`${texts.select}: ${label}`}
        checked={selected}
        onChange={() => actions.toggle(item)}
        // The keys go to the row.
        onPointerUp={(event) => event.currentTarget.closest<HTMLElement>('[data-suggestion]')?.focus()}
        className="mt-1.5 grid size-4.5 appearance-none place-items-center rounded-counter border border-rule-strong bg-sheet checked:border-primary checked:bg-primary before:h-[9px] before:w-[5px] before:-translate-y-px before:rotate-45 before:border-r-2 before:border-b-2 before:border-on-primary before:opacity-0 checked:before:opacity-100 forced-colors:appearance-auto"
      />
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-3 text-meta text-ink-2">
          <time dateTime={at} title={fullTime(at, timezone)} className="figures font-semibold">
            {shortDay(at, timezone)}
          </time>
          {url ? (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              title={texts.openSource}
              className="text-ink-2 underline underline-offset-3 hover:text-ink"
            >
              {sourceName}
            </a>
          ) : (
            <span>{sourceName}</span>
          )}
          {group && <bdi className="min-w-0 wrap-anywhere">{group}</bdi>}
          {item.local?.entry && <span className="text-ochre">{texts.waiting}</span>}
        </p>
        <div className="mt-0.5 flex gap-2">
          {emoji && <span className="text-[1.25rem] leading-7">{emoji}</span>}
          <div className="min-w-0">
            <EntryText text={content} />
          </div>
        </div>
        {(reason || files.length > 0) && (
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-meta text-ink-3">
            {reason && <bdi className="min-w-0 wrap-anywhere">{reason}</bdi>}
            {files.map(({ id, name }) => (
              <span key={id} className="inline-flex min-w-0 items-center gap-1">
                <Paperclip aria-hidden="true" size={12} className="shrink-0" />
                <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      <div className="-my-1 -me-1.5 flex self-start max-md:col-start-2 max-md:-ms-2.5">
        <IconButton label={texts.accept} onClick={() => actions.accept(item)}>
          <Check aria-hidden="true" size={16} />
        </IconButton>
        <IconButton label={texts.edit} onClick={() => actions.edit(item)}>
          <Pencil aria-hidden="true" size={16} />
        </IconButton>
        <IconButton label={texts.dismiss} onClick={() => actions.dismiss(item)}>
          <X aria-hidden="true" size={16} />
        </IconButton>
      </div>
    </article>
  );
});
