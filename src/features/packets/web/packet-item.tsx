import X from 'lucide-react/icons/x';
import { memo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { mediumDay, startOf } from '#platform/reader/formats.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { limits } from '../constants.ts';
import type { DraftItem, PacketDraft } from '../contract.ts';
import { changeItem, removeItems, stepItem } from '../draft-rules.ts';
import { editorTexts } from '../editor-texts.ts';
import { itemsOf, keyOf } from '../rules.ts';
import type { Choice } from '../suggest-rules.ts';
import { DragHandle } from './drag-handle.tsx';
import { MoveButtons } from './move-buttons.tsx';
import type { OpenPacket } from './use-packet.ts';

const texts = editorTexts.write;

type Props = {
  item: DraftItem;
  choice: Choice | undefined;
  /** The log no longer has it. */
  isMissing: boolean;
  timezone: string;
  /** Readers can get the packet by a link, and open files through it. */
  hasLink: boolean;
  change: OpenPacket['change'];
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onMoved: (place: number, count: number) => void;
};

/** An item of a packet, with its note. Alt with an arrow key on its handle moves it, also into the next group. */
export const PacketItem = memo(
  function PacketItem({ item, choice, isMissing, timezone, hasLink, change, onGrab, onMoved }: Props) {
    const key = keyOf(item);
    const [noting, setNoting] = useState(false);
    const isNoting = noting || item.note !== '';
    const name = startOf(choice?.text ?? '');

    function move(step: 1 | -1) {
      const focused = document.activeElement?.ariaLabel;
      let moved: PacketDraft | undefined;
      flushSync(() => change((draft) => (moved = stepItem(draft, key, step))));
      // In another group, it is another element.
      const row = document.querySelector(`[data-draggable="${key}"]`);
      [...(row?.querySelectorAll('button') ?? [])].find(({ ariaLabel }) => ariaLabel === focused)?.focus();
      if (!moved) return;
      const all = itemsOf(moved).map(keyOf);
      onMoved(all.indexOf(key) + 1, all.length);
    }

    function onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
      if (!event.altKey || !step) return;
      event.preventDefault();
      move(step);
    }

    return (
      <li
        data-draggable={key}
        className="border-t border-rule bg-sheet transition-transform duration-[180ms] first:border-t-0 data-dragged:relative data-dragged:z-10 data-dragged:shadow-float data-dragged:transition-none"
      >
        <div className="flex items-start gap-1 px-3 py-2">
          <DragHandle label={texts.move(name)} onGrab={onGrab} onKeyDown={onKeyDown} />
          <div className="min-w-0 grow py-1.5">
            {isMissing ? (
              <p className="text-button font-normal text-ochre">{texts.missing}</p>
            ) : (
              <p
                dir="auto"
                className="line-clamp-3 text-button font-normal wrap-anywhere whitespace-pre-line"
              >
                {choice?.emoji && `${choice.emoji} `}
                {choice?.text ?? '…'}
              </p>
            )}
            {choice && (
              <p className="mt-0.5 text-meta text-ink-3">
                {choice.name !== null && (
                  <>
                    <bdi>{editorTexts.choose.from(choice.name)}</bdi>
                    {' · '}
                  </>
                )}
                {mediumDay(choice.at, timezone)}
              </p>
            )}
            {hasLink && choice !== undefined && choice.files > 0 && (
              <Checkbox
                label={texts.openFiles(choice.files)}
                checked={item.files}
                onChange={({ target }) =>
                  change((draft) => changeItem(draft, key, { files: target.checked }))
                }
              />
            )}
            {choice?.proof && <Proof item={item} proof={choice.proof} change={change} />}
            {isNoting && (
              <TextArea
                aria-label={texts.noteOf(name)}
                placeholder={texts.note}
                rows={2}
                autoFocus={noting}
                maxLength={limits.note}
                className="mt-1.5"
                value={item.note}
                onBlur={() => setNoting(false)}
                onChange={({ target }) => change((draft) => changeItem(draft, key, { note: target.value }))}
              />
            )}
            <div className="flex items-center justify-between">
              {isNoting ? (
                <span />
              ) : (
                <Button variant="quiet" className="-ms-3.5 text-ink-3" onClick={() => setNoting(true)}>
                  {texts.addNote}
                </Button>
              )}
              <MoveButtons name={name} onMove={move} />
            </div>
          </div>
          <IconButton
            label={texts.remove(name)}
            onClick={() => change((draft) => removeItems(draft, new Set([key])))}
          >
            <X aria-hidden="true" size={18} />
          </IconButton>
        </div>
      </li>
    );
  },
  (before, after) =>
    before.item === after.item && before.choice === after.choice && before.isMissing === after.isMissing,
);

/** Whether the credential of a vouch is in the packet, and what it names that its line does not. */
function Proof({
  item,
  proof,
  change,
}: Pick<Props, 'item' | 'change'> & { proof: NonNullable<Choice['proof']> }) {
  if (proof.former_name !== null)
    return <p className="mt-1 text-meta text-ochre">{texts.proofStaysOut(proof.former_name)}</p>;
  return (
    <Checkbox
      label={[texts.proof, texts.proofNames(proof)].filter(Boolean).join('. ')}
      checked={item.proof ?? false}
      onChange={({ target }) => change((draft) => changeItem(draft, keyOf(item), { proof: target.checked }))}
    />
  );
}
