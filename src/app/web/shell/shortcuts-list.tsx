import { commandKey } from '#ui/keys.ts';
import { KeyHint } from '#ui/key-hint.tsx';
import { paletteTexts } from './palette-texts.ts';

const labels = paletteTexts.keys;
const shortcuts = [
  { keys: ['c'], action: labels.add },
  { keys: ['/'], action: labels.search },
  { keys: [commandKey, 'K'], action: labels.palette },
  { keys: [commandKey, labels.enter], action: labels.save },
  { keys: [commandKey, 'Z'], action: labels.undo },
  { keys: ['?'], action: labels.list },
];

const inInbox = [
  { keys: ['j', 'k'], action: labels.inbox.move },
  { keys: [labels.enter], action: labels.inbox.accept },
  { keys: ['e'], action: labels.inbox.edit },
  { keys: ['x'], action: labels.inbox.dismiss },
  { keys: [labels.space], action: labels.inbox.select },
  { keys: ['m'], action: labels.inbox.merge },
];

/** The list of keyboard shortcuts. */
export function ShortcutsList() {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
    <section aria-labelledby="shortcuts" tabIndex={0} className="-outline-offset-2 px-4 pt-4 pb-5">
      <h2 id="shortcuts" className="mb-2 text-ui font-[650]">
        {paletteTexts.shortcuts}
      </h2>
      <Keys list={shortcuts} />
      <h3 className="mt-4 mb-2 text-button">{labels.inbox.title}</h3>
      <Keys list={inInbox} />
    </section>
  );
}

function Keys({ list }: { list: readonly { keys: readonly string[]; action: string }[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2.5 text-button font-normal">
      {list.map(({ keys, action }) => (
        <div key={action} className="contents">
          <dt>
            <KeyHint keys={keys} />
          </dt>
          <dd className="text-ink-2">{action}</dd>
        </div>
      ))}
    </dl>
  );
}
