import { useId } from 'react';
import { Choice } from '#ui/choice.tsx';
import { cx } from '#ui/cx.ts';
import { emojis } from '../../constants.ts';
import { emojiLabels, composeTexts } from '../../compose-texts.ts';
import type { Emoji } from '../drafts/drafts.ts';

type Props = {
  value: string | null;
  /** Label of the choice without an emoji. */
  none?: string;
  onChange: (emoji: Emoji | null) => void;
};

/** One of ten emoji, or none. */
export function EmojiPicker({ value, none = composeTexts.dialog.noEmoji, onChange }: Props) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-button text-ink">{composeTexts.dialog.emoji}</legend>
      <div role="radiogroup" aria-label={composeTexts.dialog.emoji} className="flex flex-wrap gap-1">
        {[null, ...emojis].map((emoji) => (
          <Choice
            key={emoji ?? 'none'}
            name={name}
            checked={value === emoji}
            onChoose={() => onChange(emoji)}
            label={emoji ? `${emoji} ${emojiLabels[emoji]}` : none}
            title={emoji ? emojiLabels[emoji] : none}
            className={cx(
              'grid h-control min-w-control justify-items-center leading-none',
              emoji ? 'text-[1.25rem]' : 'px-2 text-button',
              value !== emoji && 'border-transparent hover:border-rule hover:bg-sunken',
            )}
          >
            <span aria-hidden="true">{emoji ?? none}</span>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
