import { countCharacters, normalizeText } from '#platform/text/plain-text.ts';
import { Field } from '#ui/field.tsx';
import { commandKey } from '#ui/keys.ts';
import { TextArea } from '#ui/text-area.tsx';
import { limits } from '../../constants.ts';
import { composeTexts } from '../../compose-texts.ts';
import { wholeNumber } from '#platform/reader/formats.ts';

/** The countdown starts when this many characters are left. */
const countFrom = 1000;

type Props = { value: string; error: string | undefined; onChange: (content: string) => void };

/** The text of the entry. */
export function ContentField({ value, error, onChange }: Props) {
  return (
    <Field label={composeTexts.dialog.content} hint={<Count content={value} />} error={error}>
      {(control) => (
        <TextArea
          {...control}
          name="content"
          data-autofocus
          required
          rows={5}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** The hint under the text. Near the limit, how many characters are left or too many. */
function Count({ content }: { content: string }) {
  const left = limits.content - countCharacters(normalizeText(content));
  if (left > countFrom) {
    return (
      <>
        {composeTexts.dialog.contentHint}{' '}
        <span className="pointer-coarse:hidden">{composeTexts.dialog.saveKeys(commandKey)}</span>
      </>
    );
  }
  return (
    <span role="status" className={left < 0 ? 'text-danger' : undefined}>
      {left < 0
        ? composeTexts.dialog.tooLong(-left, wholeNumber(-left))
        : composeTexts.dialog.left(left, wholeNumber(left))}
    </span>
  );
}
