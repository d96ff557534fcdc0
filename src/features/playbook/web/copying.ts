import { copyText } from '#ui/copy-text.ts';
import { liveTexts } from '../live-texts.ts';
import { find } from './find.ts';
import { readAllWins } from './win-store.ts';

/** How long a button says that it has copied. Milliseconds. */
const shownMs = 2000;

/** Announces it to screen readers: the new name of a focused button is not always announced. */
function announce(text: string): void {
  find(document, '[data-copied]').textContent = text;
}

/** Makes all copy buttons of the page work: of a script, and of the list of wins. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const [label, name] = [button.textContent, button.ariaLabel];
    let resetting: ReturnType<typeof setTimeout> | undefined;
    button.onclick = async () => {
      const words = button.closest('section')?.querySelector<HTMLElement>('[data-words]');
      const text =
        button.dataset['copy'] === 'wins'
          ? readAllWins()
              .map((win) => `- ${win.text}`)
              .join('\n')
          : words!.textContent;
      const isCopied = await copyText(text).then(
        () => true,
        () => false,
      );
      button.textContent = isCopied ? liveTexts.copied : label;
      // The name of the button is also read, so it must say the same.
      button.ariaLabel = null;
      if (!isCopied) selectInstead(button, words ?? find(document, '[data-wins]'));
      announce(button.textContent);
      clearTimeout(resetting);
      resetting = setTimeout(() => {
        button.textContent = label;
        button.ariaLabel = name;
        announce('');
      }, shownMs);
    };
  }
}

/** For a browser that does not let a page copy. */
function selectInstead(button: HTMLElement, words: HTMLElement): void {
  getSelection()?.selectAllChildren(words);
  button.textContent = liveTexts.selected;
}
