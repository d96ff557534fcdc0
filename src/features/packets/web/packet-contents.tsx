import { useId, useMemo, useState } from 'react';
import { guestId } from '#features/guest/constants.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { countCharacters } from '#platform/text/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useDragOrder } from '#ui/use-drag-order.ts';
import { limits } from '../constants.ts';
import type { PacketDraft } from '../contract.ts';
import { addEmptyGroup, moveGroup, moveItem } from '../draft-rules.ts';
import { editorTexts } from '../editor-texts.ts';
import { itemsOf, keyOf } from '../rules.ts';
import type { Choice, ChoiceGroup } from '../suggest-rules.ts';
import { CopyPacket } from './copy-packet.tsx';
import { DownloadPacket } from './download-packet.tsx';
import { PacketGroup } from './packet-group.tsx';
import { PrintPacket } from './print-packet.tsx';
import type { OpenPacket } from './use-packet.ts';

const texts = editorTexts.write;
/** Names a group while it is dragged. Items have their key. */
const groupPrefix = 'group ';

type Props = {
  id: string;
  /** Undefined while the material is loaded. */
  groups: readonly ChoiceGroup[] | undefined;
  draft: PacketDraft;
  scope: Scope;
  change: OpenPacket['change'];
};

/** What was chosen, in order, with the owner's own text. */
export function PacketContents({ id: packetId, groups, draft, scope, change }: Props) {
  const hint = useId();
  const [status, setStatus] = useState('');
  const choices = useMemo(
    () => groups && new Map(groups.flatMap((group) => group.choices.map((choice) => [choice.key, choice]))),
    [groups],
  );
  const order = draft.groups.map(({ items }) => items.map(keyOf).join()).join(';');
  const grab = useDragOrder(order, (id, after) => {
    if (!id.startsWith(groupPrefix)) change((before) => moveItem(before, id, after));
    else change((before) => moveGroup(before, placeOf(id), placeBehind(placeOf(id), after)));
  });
  return (
    <section aria-label={texts.heading} className="grid gap-5 pb-10">
      <h3 className="text-month">{texts.heading}</h3>
      <Field label={texts.title}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={limits.title}
            value={draft.title}
            onChange={({ target }) => change((before) => ({ ...before, title: target.value }))}
          />
        )}
      </Field>
      <Field label={texts.introduction} hint={texts.introductionHint}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={limits.introduction}
            value={draft.introduction}
            onChange={({ target }) => change((before) => ({ ...before, introduction: target.value }))}
          />
        )}
      </Field>
      {itemsOf(draft).length === 0 && <p className="text-ui text-ink-2">{texts.nothing}</p>}
      <div className="grid gap-4" aria-describedby={hint}>
        {draft.groups.map((group, at) => (
          <PacketGroup
            // A group has no name of its own, and its fields are controlled.
            key={at}
            id={groupPrefix + at}
            group={group}
            at={at}
            of={draft.groups.length}
            choices={choices}
            scope={scope}
            change={change}
            onGrab={grab}
            onMoved={(place, count) => setStatus(texts.moved(place, count))}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {draft.groups.length < limits.groups && (
          <Button onClick={() => change(addEmptyGroup)}>{texts.addGroup}</Button>
        )}
        <p id={hint} className="text-meta text-ink-3 max-lg:pointer-coarse:hidden">
          {texts.keys}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule pt-4">
        <CopyPacket scope={scope} id={packetId} />
        {scope.userId !== guestId && (
          <>
            <PrintPacket scope={scope} id={packetId} />
            <DownloadPacket scope={scope} id={packetId} title={draft.title} />
          </>
        )}
        <p className="figures text-meta text-ink-2">{editorTexts.length(lengthOf(draft, choices))}</p>
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
    </section>
  );
}

const placeOf = (id: string) => Number(id.slice(groupPrefix.length));

/** Where a group ends up that is dropped behind another one. */
function placeBehind(from: number, after: string | null): number {
  if (after === null) return 0;
  const place = placeOf(after);
  return place < from ? place + 1 : place;
}

/** Characters of all texts that a reader gets. */
function lengthOf(draft: PacketDraft, choices: ReadonlyMap<string, Choice> | undefined): number {
  const own = [draft.title, draft.introduction, ...draft.groups.flatMap(({ title, line }) => [title, line])];
  const ownLength = own.reduce((sum, text) => sum + countCharacters(text), 0);
  return itemsOf(draft).reduce(
    (sum, item) => sum + countCharacters(item.note) + (choices?.get(keyOf(item))?.length ?? 0),
    ownLength,
  );
}
