// The pseudo-locale: every text keeps its English words, so that tests find it, and is 40 % longer by Hebrew words at its
// end. So it is partly read from right to left, and differs from a text that is not in a texts module.
const filler = 'טקסט ארוך יותר ';
/** How much longer a text is. Texts in most European languages are at most so much longer than in English. */
const growth = 0.4;

/** Numbers and plurals stay English, so that tests find them. */
export const pseudoLanguage = { tag: 'en-XA', direction: 'rtl' } as const;

/**
 * Ids, addresses and names of files: they are among the texts, but are the same in all languages. A text of one lowercase word,
 * such as "unread", looks like an id. So it does not become longer, and is not found where it is in no texts module.
 */
export const untranslated = /^[a-z0-9._:/#@?=&%-]*$/;
/** What is added to a text. */
export const added = / [א-ת][א-ת ]*/g;

/** Whether a text, or a part of it, is in the pseudo-locale. */
export const isLengthened = (text: string): boolean => /[א-ת]/.test(text);

/** A text in the pseudo-locale. Texts inside of it, which are longer already, do not make it longer once more. */
export function lengthened(text: string): string {
  if (untranslated.test(text) || !/\p{L}/u.test(text)) return text;
  const count = Math.ceil(text.replace(added, '').length * growth);
  return `${text} ${filler
    .repeat(Math.ceil(count / filler.length))
    .slice(0, count)
    .trim()}`;
}

/**
 * Finds a whole text, and not a longer one that contains it, in English and in the pseudo-locale. `text`: the text, or an
 * expression for it.
 */
export function whole(text: string | RegExp): RegExp {
  const source = typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text.source;
  return new RegExp(`^(?:${source})(?:${added.source})?$`);
}

const made = new WeakMap<object, unknown>();

/** The texts of a module in the pseudo-locale: strings, what functions return, and what objects and lists contain. */
export function inPseudoLocale<T>(texts: T): T;
export function inPseudoLocale(texts: unknown): unknown {
  if (typeof texts === 'string') return lengthened(texts);
  if ((typeof texts !== 'object' || texts === null) && typeof texts !== 'function') return texts;
  // React compares objects by identity.
  if (!made.has(texts)) made.set(texts, around(texts));
  return made.get(texts);
}

function around(texts: object): unknown {
  return new Proxy(texts, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      return typeof key === 'string' && Object.hasOwn(target, key) ? inPseudoLocale(value) : value;
    },
    apply: (target, self, values) =>
      inPseudoLocale(Reflect.apply(target as (...values: unknown[]) => unknown, self, values)),
  });
}
