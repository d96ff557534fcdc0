import { useId } from 'react';
import { cx } from '#ui/cx.ts';
import { emojis } from '../../contract.ts';
import { emojiLabels, texts } from '../../texts.ts';
import type { Emoji } from './drafts.ts';

type Props = {
  value: string | null;
  /** What it is called to choose none. */
  none?: string;
  onChange: (emoji: Emoji | null) => void;
};

/** Ten emoji or none: real radio buttons, so arrow keys move through them. */
export function EmojiPicker({ value, none = texts.dialog.noEmoji, onChange }: Props) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-button text-ink">{texts.dialog.emoji}</legend>
      <div role="radiogroup" aria-label={texts.dialog.emoji} className="flex flex-wrap gap-1">
        {[null, ...emojis].map((emoji) => (
          <label
            key={emoji ?? 'none'}
            title={emoji ? emojiLabels[emoji] : none}
            className={cx(
              'relative grid size-control cursor-pointer place-items-center rounded-control border text-[1.25rem] leading-none',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              value === emoji
                ? 'border-primary bg-primary-wash'
                : 'border-transparent hover:border-rule hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === emoji}
              onChange={() => onChange(emoji)}
              aria-label={emoji ? `${emoji} ${emojiLabels[emoji]}` : none}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <span aria-hidden="true" className={cx(!emoji && 'text-ui text-ink-3')}>
              {emoji ?? '–'}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
