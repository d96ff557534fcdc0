// Values that fit a JSON schema of the OpenAPI document, or nearly: a few are refused by rules that no schema states.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';

export type JsonSchema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  allOf?: JsonSchema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** What a value of this name usually is. Undefined: any value that fits. */
export type Known = (name: string) => unknown;

const words =
  'shipped reviewed planned fixed the billing search release with #work #team for next week'.split(' ');
const textOf = (count: number) =>
  Array.from({ length: count }, () => words[randomInt(words.length)]).join(' ');
/** Texts are long, but not as long as allowed: most operations cost more with valid input than with what they refuse. */
const maxText = 1_000;
const maxItems = 20;

export function valueOf(schema: JsonSchema, name: string, known: Known): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[randomInt(schema.enum.length)];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return valueOf(options[0]!, name, known);
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known);
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? maxItems, maxItems));
      return Array.from({ length: count }, () => valueOf(schema.items ?? {}, name, known));
    }
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 50, Math.max(schema.minimum ?? 0, randomInt(1, 50)));
    case 'boolean':
      return randomInt(2) === 1;
    case 'string':
      return known(name) ?? stringOf(schema);
    default:
      return known(name) ?? textOf(3);
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, known: Known) {
  const sent = Object.entries(properties).filter(([name]) => required.includes(name) || randomInt(3) === 0);
  return Object.fromEntries(sent.map(([name, property]) => [name, valueOf(property, name, known)]));
}

function stringOf(schema: JsonSchema): string {
  const patterns = [schema.pattern, ...(schema.allOf ?? []).map(({ pattern }) => pattern)].join(' ');
  const instant = new Date(Date.now() - randomInt(1000) * 3_600_000).toISOString();
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'date-time' || patterns.includes(String.raw`T(?:(?:[01]\d`)) return instant;
  if (schema.format === 'date' || patterns.includes(String.raw`\d\d[2468]`)) return instant.slice(0, 10);
  if (schema.format === 'uri') return `https://example.com/${randomUUID()}`;
  if (patterns.includes('[0-9a-f]{64}')) return randomBytes(32).toString('hex');
  if (schema.pattern) return 'a-value';
  const text = textOf(Math.ceil(Math.min(maxText, schema.maxLength ?? maxText) / 8));
  return text.slice(0, Math.min(maxText, schema.maxLength ?? maxText)).padEnd(schema.minLength ?? 1, 'x');
}
