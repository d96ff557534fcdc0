import { useQuery } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { inputClass } from '#ui/text-input.tsx';
import { searchTexts } from '../../search-texts.ts';
import { texts } from '../../texts.ts';
import { tagKey } from '../../tag-rules.ts';
import { EmojiPicker } from '../compose/emoji-picker.tsx';
import { filterOf, type FilterPlace } from './filter.ts';
import { wholeNumber } from '#platform/reader/formats.ts';
import { tagsQuery } from './search-queries.ts';

/** The other filters: dates, emoji, files, goals, sharing, tags. Each choice applies immediately. */
export function SearchPanel({
  id,
  scope,
  place,
  today,
}: {
  id: string;
  scope: Scope;
  place: FilterPlace;
  today: string;
}) {
  const { filter, show } = place;
  const { data } = useQuery(tagsQuery(scope));
  const choose = (change: Parameters<typeof filterOf>[0]) =>
    show(filterOf({ ...filter, ...change }), 'choose');
  return (
    <section
      id={id}
      aria-label={texts.search.filters}
      className="mb-4 grid animate-open gap-5 rounded-sheet border border-rule bg-sheet grid-cols-1 px-4 py-5 md:grid-cols-2 md:gap-x-9 md:px-6"
    >
      <div className="grid grid-cols-2 gap-3 self-start max-[26rem]:grid-cols-1">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={searchTexts[end]}>
            {(control) => (
              <input
                {...control}
                type="date"
                value={filter[end] ?? ''}
                min="1900-01-01"
                max={today}
                onChange={(event) => choose({ [end]: event.target.value || undefined })}
                className={`${inputClass} h-control min-w-0 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus`}
              />
            )}
          </Field>
        ))}
      </div>
      <EmojiPicker
        value={filter.emoji ?? null}
        none={searchTexts.anyEmoji}
        onChange={(emoji) => choose({ emoji: emoji ?? undefined })}
      />
      <fieldset className="self-start">
        <legend className="mb-0.5 text-button text-ink">{searchTexts.only}</legend>
        <Checkbox
          label={searchTexts.withFiles}
          checked={filter.files !== undefined}
          onChange={(event) => choose({ files: event.target.checked ? '1' : undefined })}
        />
        {(data?.goals || filter.kind) && (
          <Checkbox
            label={searchTexts.goals}
            checked={filter.kind !== undefined}
            onChange={(event) => choose({ kind: event.target.checked ? 'goal' : undefined })}
          />
        )}
        {(data?.shared || filter.shared) && (
          <Checkbox
            label={searchTexts.shared}
            checked={filter.shared !== undefined}
            onChange={(event) => choose({ shared: event.target.checked ? '1' : undefined })}
          />
        )}
      </fieldset>
      <div className="self-start">
        <h3 className="mb-1.5 text-button text-ink">{searchTexts.tags}</h3>
        <TagChoices
          scope={scope}
          prefix=""
          chosen={filter.tag}
          none={searchTexts.noTags}
          onChoose={(tag) => choose({ tag: tag === filter.tag ? undefined : tag })}
        />
      </div>
    </section>
  );
}

const maxTags = 12;

type ChoicesProps = {
  scope: Scope;
  /** Shows only tags with this prefix. */
  prefix: string;
  chosen?: string | undefined;
  /** Shown if there are no tags. */
  none?: string;
  onChoose: (tag: string) => void;
};

/** The viewer's tags to choose from, most used first. */
export function TagChoices({ scope, prefix, chosen, none, onChoose }: ChoicesProps) {
  const { data } = useQuery(tagsQuery(scope));
  const tags = (data?.rows ?? []).filter(({ tag }) => tag.startsWith(tagKey(prefix))).slice(0, maxTags);
  if (tags.length === 0) return data && none ? <p className="text-meta text-ink-3">{none}</p> : null;
  return (
    <ul aria-label={searchTexts.tags} className="flex flex-wrap gap-1.5 py-1.5">
      {tags.map(({ tag, count }) => (
        <li key={tag} className="min-w-0">
          <button
            type="button"
            aria-pressed={chosen === tag}
            onClick={() => onChoose(tag)}
            className="flex min-h-7 max-w-full items-center gap-1.5 rounded-counter border border-rule bg-sheet px-2 text-meta text-ink hover:bg-sunken aria-pressed:border-primary aria-pressed:bg-primary-wash pointer-coarse:min-h-control"
          >
            <bdi className="truncate">#{tag}</bdi>
            <span className="figures text-ink-3">{wholeNumber(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
