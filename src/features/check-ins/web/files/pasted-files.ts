// Decides which clipboard contents are pasted as files. Pure.
import { dropTexts } from '../../drop-texts.ts';

type Clipboard = { types: readonly string[]; files: ArrayLike<File>; getData: (type: string) => string };

/** Names that browsers give to images without a name. */
const genericName = /^(image|unknown)?\.?(png|jpe?g|gif|webp|bmp|tiff?)?$/i;

/**
 * The files in a clipboard. Returns none if it contains text: copied tables and pages include an image of themselves,
 * which the user does not want. Names of copied files do not count as text. Unnamed images are named by the time.
 */
export function pastedFiles(clipboard: Clipboard, now: Date): File[] {
  const all = Array.from(clipboard.files);
  if (clipboard.types.includes('text/plain')) {
    const lines = clipboard.getData('text/plain').split(/\r?\n/).filter(Boolean);
    const onlyNames = lines.every((line) =>
      all.some(({ name }) => line === name || line.endsWith(`/${name}`)),
    );
    if (!onlyNames) return [];
  }
  const unnamed = all.filter(isUnnamed);
  return all.map((file) => (isUnnamed(file) ? withName(file, now, unnamed.indexOf(file)) : file));
}

function isUnnamed({ name, type }: File): boolean {
  return type.startsWith('image/') && genericName.test(name);
}

function withName(file: File, now: Date, index: number): File {
  const extension = file.type.slice('image/'.length).replace('jpeg', 'jpg').replace(/\+.*/, '');
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${day} ${two(now.getHours())}.${two(now.getMinutes())}`;
  const name = `${dropTexts.pastedImage(index === 0 ? time : `${time} (${index + 1})`)}.${extension}`;
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
}
