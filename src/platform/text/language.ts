// The language of all texts, and what a text needs to contain numbers, plurals and lists in any language. Formatters are
// expensive to create, so each is created when it is first used.

export const language: { tag: string; direction: 'ltr' | 'rtl' } = { tag: 'en', direction: 'ltr' };

/**
 * The categories of numbers that the language has. For Polish, add `few` and `many`: then each text that lacks them is a type
 * error.
 */
type Category = Extract<Intl.LDMLPluralRule, 'one' | 'other'>;
/** A text for each category. */
type Forms = Record<Category, string>;

let numbers: Intl.NumberFormat | undefined;
let plurals: Intl.PluralRules | undefined;
const lists: Partial<Record<Intl.ListFormatType, Intl.ListFormat>> = {};

/** "4,628" */
export const number = (n: number): string => (numbers ??= new Intl.NumberFormat(language.tag)).format(n);

/** The form of a text for a number, which the form contains if it is to be read. */
export const plural = (n: number, forms: Forms): string =>
  forms[(plurals ??= new Intl.PluralRules(language.tag)).select(n) as Category];

/** "1 entry", "4,628 entries" */
export const counted = (n: number, forms: Forms): string => `${number(n)} ${plural(n, forms)}`;

/** "a, b, and c", "a, b, or c" as a `disjunction`, or "a, b, c" as a `unit`. */
export const list = (items: Iterable<string>, type: Intl.ListFormatType = 'conjunction'): string =>
  (lists[type] ??= new Intl.ListFormat(language.tag, { type })).format(items);
