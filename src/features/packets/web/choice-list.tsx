import Paperclip from 'lucide-react/icons/paperclip';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { shortDay } from '#platform/reader/formats.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { PacketDraft } from '../contract.ts';
import { addChoices, keysOf, removeItems, roomIn } from '../draft-rules.ts';
import { editorTexts } from '../editor-texts.ts';
import type { Choice, ChoiceGroup } from '../suggest-rules.ts';
import { filterGroups, shownPart, type ShownGroup } from './filter-choices.ts';
import type { OpenPacket } from './use-packet.ts';

const texts = editorTexts.choose;
/** Rows that are rendered at first, and added whenever the end comes into view: a year has thousands. */
const step = 150;

type Props = {
  groups: readonly ChoiceGroup[];
  draft: PacketDraft;
  scope: Scope;
  change: OpenPacket['change'];
};

/** Everything that the period has, to tick in and out: one click for an item, and one for a group. */
export function ChoiceList({ groups, draft, scope, change }: Props) {
  const [search, setSearch] = useState('');
  const [withFiles, setWithFiles] = useState(false);
  const [onlyGoals, setOnlyGoals] = useState(false);
  const [shown, setShown] = useState(step);
  const filter = useDeferredValue(
    useMemo(() => ({ search, withFiles, onlyGoals }), [search, withFiles, onlyGoals]),
  );
  const matching = useMemo(() => filterGroups(groups, filter), [groups, filter]);
  const keys = useMemo(() => keysOf(draft), [draft]);
  const all = groups.reduce((sum, { choices }) => sum + choices.length, 0);
  const isFull = roomIn(draft) <= 0;
  const { visible, isAll } = shownPart(matching, shown);
  const wholes = useMemo(() => new Map(groups.map((group) => [group.id, group])), [groups]);
  return (
    <section aria-label={texts.heading} className="lg:flex lg:h-full lg:flex-col">
      <div className="grid gap-2 border-b border-rule pb-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-month">{texts.heading}</h3>
          <p role="status" className="figures text-meta text-ink-2">
            {texts.count(keys.size, all)}
          </p>
        </div>
        <Field label={<span className="sr-only">{texts.search}</span>}>
          {(control) => (
            <TextInput
              {...control}
              type="search"
              placeholder={texts.search}
              value={search}
              onChange={({ target }) => {
                setSearch(target.value);
                setShown(step);
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-x-6">
          <div>
            <Checkbox
              label={texts.withFiles}
              checked={withFiles}
              onChange={({ target }) => setWithFiles(target.checked)}
            />
          </div>
          <div>
            <Checkbox
              label={texts.onlyGoals}
              checked={onlyGoals}
              onChange={({ target }) => setOnlyGoals(target.checked)}
            />
          </div>
        </div>
        {isFull && <p className="text-meta text-ochre">{texts.full}</p>}
      </div>
      <div className="lg:min-h-40 lg:grow lg:overflow-y-auto lg:overscroll-contain">
        {matching.length === 0 && <p className="py-6 text-ui text-ink-2">{texts.none}</p>}
        {visible.map((group) => (
          <Group
            key={group.id}
            group={group}
            whole={wholes.get(group.id) ?? group}
            keys={keys}
            isFull={isFull}
            scope={scope}
            change={change}
          />
        ))}
        {!isAll && <End key={shown} onReached={() => setShown(shown + step)} />}
      </div>
    </section>
  );
}

type GroupProps = {
  group: ShownGroup;
  /** The group without a filter: where its choices belong. */
  whole: ChoiceGroup;
  keys: ReadonlySet<string>;
  isFull: boolean;
  scope: Scope;
  change: OpenPacket['change'];
};

function Group({ group, whole, keys, isFull, scope, change }: GroupProps) {
  const chosen = group.all.filter(({ key }) => keys.has(key)).length;
  const isAllChosen = chosen === group.all.length;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = box.current?.querySelector('input');
    if (input) input.indeterminate = chosen > 0 && !isAllChosen;
  }, [chosen, isAllChosen]);
  return (
    <div className="border-b border-rule py-2">
      <div ref={box} className="text-ui">
        <Checkbox
          aria-label={texts.group(group.title, chosen, group.all.length)}
          label={
            <span className="flex items-baseline gap-2 font-semibold">
              <bdi>{group.title}</bdi>
              <span className="figures text-meta text-ink-3">
                {chosen}/{group.all.length}
              </span>
            </span>
          }
          checked={isAllChosen}
          disabled={isFull && chosen === 0}
          onChange={() =>
            change((draft) =>
              isAllChosen || isFull
                ? removeItems(draft, new Set(group.all.map(({ key }) => key)))
                : addChoices(draft, whole, group.all),
            )
          }
        />
      </div>
      {group.choices.map((choice) => (
        <Line
          key={choice.key}
          choice={choice}
          whole={whole}
          chosen={keys.has(choice.key)}
          disabled={isFull && !keys.has(choice.key)}
          timezone={scope.timezone}
          change={change}
        />
      ))}
    </div>
  );
}

type LineProps = {
  choice: Choice;
  whole: ChoiceGroup;
  chosen: boolean;
  disabled: boolean;
  timezone: string;
  change: OpenPacket['change'];
};

const Line = memo(
  function Line({ choice, whole, chosen, disabled, timezone, change }: LineProps) {
    const { text, emoji, name, at, files } = choice;
    return (
      <div className="[content-visibility:auto] [contain-intrinsic-size:auto_3rem]">
        <Checkbox
          checked={chosen}
          disabled={disabled}
          onChange={({ target }) =>
            change((draft) =>
              target.checked ? addChoices(draft, whole, [choice]) : removeItems(draft, new Set([choice.key])),
            )
          }
          label={
            <span className="flex items-baseline gap-3 font-normal">
              <span className="figures w-13 shrink-0 text-meta text-ink-3">{shortDay(at, timezone)}</span>
              <span className="min-w-0 grow">
                <span dir="auto" className="line-clamp-2 block wrap-anywhere">
                  {emoji && `${emoji} `}
                  {text}
                </span>
                {(name !== null || files > 0) && (
                  <span className="mt-0.5 flex flex-wrap gap-x-3 text-meta text-ink-3">
                    {name !== null && <bdi>{texts.from(name)}</bdi>}
                    {files > 0 && (
                      <span className="inline-flex items-center gap-1">
                        <Paperclip aria-hidden="true" size={13} />
                        {texts.files(files)}
                      </span>
                    )}
                  </span>
                )}
              </span>
            </span>
          }
        />
      </div>
    );
  },
  (before, after) =>
    before.choice === after.choice &&
    before.chosen === after.chosen &&
    before.disabled === after.disabled &&
    before.whole === after.whole,
);

/** Calls `onReached` once it comes near the visible part of the list. */
function End({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reached.current();
      },
      { rootMargin: '600px' },
    );
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} className="h-px" />;
}
