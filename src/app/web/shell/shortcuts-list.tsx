import { commandKey } from '#ui/keys.ts';
import { KeyHint } from '#ui/key-hint.tsx';
import { texts } from '../texts.ts';

const words = texts.palette.keys;
const shortcuts = [
  { keys: ['c'], does: words.add },
  { keys: ['/'], does: words.search },
  { keys: [commandKey, 'K'], does: words.palette },
  { keys: [commandKey, 'Enter'], does: words.save },
  { keys: [commandKey, 'Z'], does: words.undo },
  { keys: ['?'], does: words.list },
];

/** All keys, as a small list. */
export function ShortcutsList() {
  return (
    <section aria-labelledby="shortcuts" className="px-4 pt-4 pb-5">
      <h2 id="shortcuts" className="mb-2 text-ui font-[650]">
        {texts.palette.shortcuts}
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2.5 text-button font-normal">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt>
              <KeyHint keys={keys} />
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
