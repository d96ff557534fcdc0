import type { Json } from './strict-json.ts';

/**
 * The canonical JSON of a value that `parseStrict` returned (RFC 8785), whose numbers and texts are canonical already. Packets
 * have a stricter form (`canonicalJson`): what others issue also has null and fractions.
 */
export function canonicalForm(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalForm(item)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalForm(member)}`).join()}}`;
}
