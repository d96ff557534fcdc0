import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newId } from '#platform/clock/id.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { useToday } from '#platform/reader/use-today.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Kind, Material, PacketDraft } from '../contract.ts';
import { editorTexts } from '../editor-texts.ts';
import { periodOf } from '../period-rules.ts';
import { isPeriod, itemsOf } from '../rules.ts';
import { suggest } from '../suggest-rules.ts';
import { BackToList } from './back-to-list.tsx';
import { sendDraft, saveDraft } from './packet-outbox.ts';
import { materialQuery } from './packet-queries.ts';
import { PeriodFields } from './period-fields.tsx';
import { materialGroups } from './material-groups.ts';

const texts = editorTexts.period;

type Props = { scope: Scope; onCreated: (id: string) => void; onBack: () => void };

/** Chooses the period of a new packet, and shows at once what the suggestion has from it. */
export function NewPacket({ scope, onCreated, onBack }: Props) {
  const queries = useQueryClient();
  const today = useToday(scope.timezone);
  const [period, setPeriod] = useState(() => periodOf('this half', today));
  const valid = isPeriod(period);
  const { data, isError, refetch } = useQuery({ ...materialQuery(scope, period), enabled: valid });
  const suggestion = useMemo(() => data && suggest(data, materialGroups(data), editorTexts.title), [data]);

  function create(draft: PacketDraft) {
    const id = newId();
    const page = { queries, scope };
    saveDraft(page, id, 0, draft);
    void sendDraft(page, id);
    onCreated(id);
  }

  return (
    <div className="mx-auto grid w-full max-w-reading gap-5 pb-8">
      <div>
        <BackToList onBack={onBack} />
      </div>
      <PeriodFields today={today} period={period} onChange={setPeriod} />
      <div role="status" className="min-h-24">
        {!valid && <p className="text-ui text-danger">{texts.invalid}</p>}
        {valid && isError && (
          <p className="flex flex-wrap items-center gap-3 text-ui text-ink-2">
            {texts.failed}
            <Button onClick={() => void refetch()}>{editorTexts.failed.again}</Button>
          </p>
        )}
        {valid && !isError && !data && (
          <p className="flex items-center gap-3 text-ui text-ink-2">
            <Spinner />
            {texts.reading}
          </p>
        )}
        {valid && data && suggestion && (
          <Suggestion material={data} draft={suggestion.draft} leftOut={suggestion.leftOut} />
        )}
      </div>
      {valid && suggestion && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => create(suggestion.draft)}>
            {suggestion.draft.groups.length > 0 ? texts.start : texts.startEmpty}
          </Button>
          {suggestion.draft.groups.length > 0 && (
            <Button onClick={() => create({ ...suggestion.draft, groups: [] })}>{texts.startEmpty}</Button>
          )}
        </div>
      )}
    </div>
  );
}

function Suggestion({
  material,
  draft,
  leftOut,
}: {
  material: Material;
  draft: PacketDraft;
  leftOut: number;
}) {
  const lists: Record<Kind, readonly unknown[]> = {
    entry: material.entries,
    goal: material.goals,
    shoutout: material.shoutouts,
    vouch: material.vouches,
  };
  const counts = (Object.keys(lists) as Kind[])
    .filter((kind) => lists[kind].length > 0)
    .map((kind) => texts.counts[kind](lists[kind].length));
  if (counts.length === 0) return <p className="text-ui text-ink-2">{texts.nothing}</p>;
  return (
    <div className="rounded-sheet border border-rule bg-paper px-4 py-3">
      <p className="text-ui">{texts.has(counts)}</p>
      <p className="mt-0.5 text-ui text-ink-2">{texts.suggestion(itemsOf(draft).length, leftOut)}</p>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {draft.groups.map(({ title, items }) => (
          <li key={title} className="text-meta text-ink-2">
            <bdi>{title}</bdi> <span className="figures text-ink-3">{items.length}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
