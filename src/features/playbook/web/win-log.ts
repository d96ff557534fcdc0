// The list of wins: add, edit, remove with Undo. Each change reads the stored list first, because other tabs may have
// changed it.
import { newId } from '#platform/clock/id.ts';
import { countCharacters, normalizeText } from '#platform/text/plain-text.ts';
import { winLimits, winsKey } from '../constants.ts';
import type { Win } from '../contract.ts';
import { liveTexts } from '../live-texts.ts';
import { texts } from '../texts.ts';
import { winProblem } from '../win-rules.ts';
import { find } from './find.ts';
import { isKept, readAllWins, storeWins } from './win-store.ts';

/** Of the win that is edited. */
type Editor = {
  id: string;
  element: HTMLElement;
  /** Stores its text. Returns false if the reader has something to see or correct. */
  save: () => boolean;
};

export function startWinLog(root: HTMLElement): void {
  const form = find(root, '[data-add]', HTMLFormElement);
  const area = find(form, 'textarea', HTMLTextAreaElement);
  const add = find(form, 'button', HTMLButtonElement);
  const problem = find(form, '[role=alert]');
  const list = find(root, '[data-wins]');
  const status = find(root, '[data-status]');
  const undo = find(root, '[data-undo]', HTMLButtonElement);
  let editor: Editor | undefined;
  let removed: { win: Win; at: number } | undefined;

  const say = (text: string) => {
    status.textContent = text;
    undo.hidden = removed === undefined;
  };

  function show(): void {
    const wins = readAllWins();
    const isFull = wins.length >= winLimits.wins;
    add.disabled = isFull;
    find(root, '[data-count]').textContent = liveTexts.count(wins.length);
    find(root, '[data-note]').textContent = noteOf(wins.length);
    find(root, '[data-actions]').hidden = wins.length === 0;
    // The dashboard could not read them.
    find(root, '[data-save]').hidden = !isKept();
    if (!editor) return list.replaceChildren(...wins.map(rowOf));
    // The editor stays in the document, because its field would lose the focus.
    const { id, element } = editor;
    const found = wins.findIndex((win) => win.id === id);
    const at = found < 0 ? [...list.children].indexOf(element) : found;
    for (const child of [...list.children]) if (child !== element) child.remove();
    element.before(...wins.slice(0, at).map(rowOf));
    element.after(...wins.slice(found < 0 ? at : at + 1).map(rowOf));
  }

  function rowOf(win: Win): HTMLElement {
    const row = copyOf(find(root, 'template[data-row]', HTMLTemplateElement));
    row.dataset['id'] = win.id;
    find(row, '[data-text]').textContent = win.text;
    const [edit, remove] = [find(row, '[data-edit]'), find(row, '[data-remove]')];
    for (const button of [edit, remove]) button.ariaLabel = `${button.textContent}: ${win.text}`;
    edit.onclick = () => openEditor(win);
    remove.onclick = () => removeWin(win.id);
    return row;
  }

  function removeWin(id: string): void {
    if (!saveEditor()) return;
    const wins = readAllWins();
    const at = wins.findIndex((win) => win.id === id);
    if (at >= 0) {
      removed = { win: wins[at]!, at };
      storeWins(wins.filter((win) => win.id !== id));
    }
    show();
    say(liveTexts.removed);
    undo.focus();
  }

  function openEditor(win: Win): void {
    if (!saveEditor()) return;
    const row = list.querySelector(`[data-id="${win.id}"]`);
    if (!row) return;
    const element = copyOf(find(root, 'template[data-editor]', HTMLTemplateElement));
    const own = find(element, 'form', HTMLFormElement);
    const text = find(own, 'textarea', HTMLTextAreaElement);
    text.value = win.text;
    const leave = () => {
      closeEditor();
      (list.querySelector<HTMLElement>(`[data-id="${win.id}"] [data-edit]`) ?? area).focus();
    };
    const save = () => !refuses(text, find(own, '[role=alert]')) && saveEdit(win, normalizeText(text.value));
    own.onsubmit = (event) => {
      event.preventDefault();
      if (save()) leave();
    };
    own.onkeydown = (event) => {
      if (event.key === 'Escape') leave();
    };
    submitOnEnter(text);
    find(own, '[data-cancel]').onclick = leave;
    row.replaceWith(element);
    editor = { id: win.id, element, save };
    text.focus();
  }

  /**
   * Before another win is edited or removed. Returns false if the reader has to look at the text of the open editor
   * first.
   */
  function saveEditor(): boolean {
    if (editor && !editor.save()) return false;
    closeEditor();
    return true;
  }

  /** Returns whether the win is still in the list. */
  function saveEdit({ id, text: before }: Win, text: string): boolean {
    const wins = readAllWins();
    if (wins.some((win) => win.id === id)) {
      if (text === before) return true;
      storeWins(wins.map((win) => (win.id === id ? { ...win, text } : win)));
      removed = undefined;
      say(liveTexts.changed);
      return true;
    }
    // It was removed in another tab.
    closeEditor();
    area.value = [area.value.trim(), text].filter(Boolean).join('\n');
    area.focus();
    say(liveTexts.gone);
    return false;
  }

  function closeEditor(): void {
    editor = undefined;
    show();
  }

  form.onsubmit = (event) => {
    event.preventDefault();
    const wins = readAllWins();
    if (wins.length >= winLimits.wins) return show();
    if (refuses(area, problem)) return;
    storeWins([...wins, { id: newId(), text: normalizeText(area.value), at: new Date().toISOString() }]);
    area.value = '';
    area.focus();
    removed = undefined;
    show();
    say(liveTexts.added);
  };
  submitOnEnter(area);
  undo.onclick = () => {
    const wins = readAllWins();
    if (removed && wins.length < winLimits.wins && wins.every(({ id }) => id !== removed!.win.id)) {
      storeWins(wins.toSpliced(removed.at, 0, removed.win));
      const { id } = removed.win;
      removed = undefined;
      show();
      say(liveTexts.restored);
      list.querySelector<HTMLElement>(`[data-id="${id}"] [data-remove]`)?.focus();
    } else {
      show();
      if (add.disabled) status.textContent = liveTexts.full;
    }
  };
  addEventListener('storage', ({ key }) => {
    if (key === winsKey || key === null) show();
  });
  // The dashboard may have saved and removed them before the reader came back.
  addEventListener('pageshow', () => show());
  show();
}

function noteOf(count: number): string {
  if (!isKept()) return liveTexts.notKept;
  if (count >= winLimits.wins) return liveTexts.full;
  return count >= winLimits.hintFrom ? liveTexts.hint : texts.wins.kept;
}

/** Says what is wrong with the text, and keeps it. */
function refuses(area: HTMLTextAreaElement, problem: HTMLElement): boolean {
  const found = winProblem(area.value);
  area.ariaInvalid = found ? 'true' : null;
  problem.textContent =
    found === 'too_long'
      ? liveTexts.longWin(countCharacters(normalizeText(area.value)) - winLimits.text)
      : found
        ? liveTexts.emptyWin
        : '';
  if (found) area.focus();
  return found !== undefined;
}

/** A win is a line: Enter submits, Shift+Enter begins another one. */
function submitOnEnter(area: HTMLTextAreaElement): void {
  area.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    area.form!.requestSubmit();
  };
}

function copyOf(template: HTMLTemplateElement): HTMLElement {
  return template.content.firstElementChild!.cloneNode(true) as HTMLElement;
}
