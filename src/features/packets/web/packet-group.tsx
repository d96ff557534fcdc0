import X from 'lucide-react/icons/x';
import type { KeyboardEvent, PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { guestId } from '#features/guest/constants.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { limits } from '../constants.ts';
import type { PacketDraft } from '../contract.ts';
import { changeGroup, moveGroup, removeGroup } from '../draft-rules.ts';
import { editorTexts } from '../editor-texts.ts';
import { keyOf } from '../rules.ts';
import type { Choice } from '../suggest-rules.ts';
import { DragHandle } from './drag-handle.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { PacketItem } from './packet-item.tsx';
import type { OpenPacket } from './use-packet.ts';

const texts = editorTexts.write;

type Props = {
  id: string;
  group: PacketDraft['groups'][number];
  at: number;
  of: number;
  choices: ReadonlyMap<string, Choice> | undefined;
  scope: Scope;
  change: OpenPacket['change'];
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onMoved: (place: number, count: number) => void;
};

/** A group of a packet: its heading, a line, and its items. Alt with an arrow key in its heading moves it. */
export function PacketGroup({ id, group, at, of, choices, scope, change, onGrab, onMoved }: Props) {
  const title = group.title || texts.group;

  function move(step: 1 | -1) {
    const to = at + step;
    if (to < 0 || to >= of) return;
    const focused = document.activeElement?.ariaLabel;
    flushSync(() => change((draft) => moveGroup(draft, at, to)));
    const controls = document.querySelectorAll<HTMLElement>(`[data-group="${to}"] :is(button, input)`);
    [...controls].find(({ ariaLabel }) => ariaLabel === focused)?.focus();
    onMoved(to + 1, of);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
    if (!event.altKey || !step) return;
    event.preventDefault();
    move(step);
  }

  return (
    <div
      data-draggable={id}
      data-group={at}
      className="rounded-sheet border border-rule bg-sheet transition-transform duration-[180ms] data-dragged:relative data-dragged:z-10 data-dragged:shadow-float data-dragged:transition-none"
    >
      <div className="grid gap-2 border-b border-rule bg-paper px-3 py-3">
        <div className="flex items-center gap-1">
          <DragHandle label={texts.moveGroup(title)} onGrab={onGrab} onKeyDown={onKeyDown} />
          <TextInput
            aria-label={texts.group}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            className="font-semibold"
            maxLength={limits.groupTitle}
            value={group.title}
            onKeyDown={onKeyDown}
            onChange={({ target }) => change((draft) => changeGroup(draft, at, { title: target.value }))}
          />
          <IconButton
            label={texts.removeGroup(title)}
            onClick={() => change((draft) => removeGroup(draft, at))}
          >
            <X aria-hidden="true" size={18} />
          </IconButton>
        </div>
        <div className="flex items-center gap-1">
          <TextInput
            aria-label={texts.line}
            placeholder={texts.line}
            maxLength={limits.line}
            value={group.line}
            onChange={({ target }) => change((draft) => changeGroup(draft, at, { line: target.value }))}
          />
          <MoveButtons name={title} onMove={move} />
        </div>
      </div>
      {group.items.length === 0 ? (
        <p className="px-4 py-3 text-meta text-ink-3">{texts.emptyGroup}</p>
      ) : (
        <ol>
          {group.items.map((item) => (
            <PacketItem
              key={keyOf(item)}
              item={item}
              choice={choices?.get(keyOf(item))}
              isMissing={choices !== undefined && !choices.has(keyOf(item))}
              timezone={scope.timezone}
              hasLink={scope.userId !== guestId}
              change={change}
              onGrab={onGrab}
              onMoved={onMoved}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
