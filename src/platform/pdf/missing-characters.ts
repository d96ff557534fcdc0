// Characters that no font of the documents has, by the script that they belong to.
import { language } from '../text/language.ts';

const grouped = (codes: string) =>
  codes.split(' ').map((code) => [code, new RegExp(`\\p{Script=${code}}`, 'u')] as const);
/** Scripts in use that the fonts lack, as ISO 15924 names them. */
const scripts = grouped(
  'Beng Taml Telu Knda Mlym Gujr Guru Orya Sinh Mymr Khmr Laoo Tibt Mong Ethi Cher Thaa Syrc Nkoo Adlm Tfng Java Bali Olck Hani Hira Kana Hang Arab Deva Latn Cyrl Grek',
);
const names = new Intl.DisplayNames(language.tag, { type: 'script' });

export class MissingCharacters {
  readonly #found = new Map<string, number>();

  add(cluster: string): void {
    const code = scripts.find(([, pattern]) => pattern.test(cluster))?.[0];
    const isEmoji = /\p{Extended_Pictographic}/u.test(cluster);
    const name = code ? names.of(code)! : isEmoji ? 'emoji' : 'symbols';
    this.#found.set(name, (this.#found.get(name) ?? 0) + 1);
  }

  /** How many, and of which scripts, the most frequent first. */
  get found(): { name: string; count: number }[] {
    return [...this.#found].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count);
  }
}
