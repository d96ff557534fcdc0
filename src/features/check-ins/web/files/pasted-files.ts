// What of a clipboard is meant as files. Pure.
import { composeTexts } from '../../compose-texts.ts';

type Clipboard = { types: readonly string[]; files: ArrayLike<File>; getData: (type: string) => string };

/** The name that browsers give to a picture that has none. */
const nameless = /^(image|unknown)?\.?(png|jpe?g|gif|webp|bmp|tiff?)?$/i;

/**
 * The files in a clipboard. Text stays text: a table or a page that is copied brings a picture of itself along, which
 * nobody means; the names of copied files are no text. A picture without a name is called by the time.
 */
export function pastedFiles(clipboard: Clipboard, now: Date): File[] {
  const all = Array.from(clipboard.files);
  if (clipboard.types.includes('text/plain')) {
    const lines = clipboard.getData('text/plain').split(/\r?\n/).filter(Boolean);
    const named = lines.every((line) => all.some(({ name }) => line === name || line.endsWith(`/${name}`)));
    if (!named) return [];
  }
  const pictures = all.filter(isNameless);
  return all.map((file) => (isNameless(file) ? named(file, now, pictures.indexOf(file)) : file));
}

function isNameless({ name, type }: File): boolean {
  return type.startsWith('image/') && nameless.test(name);
}

function named(file: File, now: Date, index: number): File {
  const ending = file.type.slice('image/'.length).replace('jpeg', 'jpg').replace(/\+.*/, '');
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${day} ${two(now.getHours())}.${two(now.getMinutes())}`;
  const name = `${composeTexts.dialog.pastedImage(index === 0 ? time : `${time} (${index + 1})`)}.${ending}`;
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
}
