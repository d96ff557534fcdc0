/** A value that has the same canonical form everywhere: numbers are integers, and missing members are left out. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue };

/**
 * The canonical JSON of a value (RFC 8785): no whitespace, members in the order of their names' UTF-16 code units. Throws
 * for a number that is not a safe integer, whose form could differ, and for text that is not well-formed.
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new Error('The text is not well-formed.');
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0))
      throw new Error(`${value} is not a safe integer.`);
    return String(value);
  }
  if (typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map((item) => canonicalJson(item)).join()}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join()}}`;
}

const isList = (value: object): value is readonly CanonicalValue[] => Array.isArray(value);
