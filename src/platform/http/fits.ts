// A quick look at whether an answer has the shape that its schema says: each field known and of its kind, none missing,
// none unknown. zod's own look costs six times as much and reads every text by its pattern once more, which answers
// made of database columns do not need. A schema of a kind not known here gets no quick look: zod decides.
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

export type Fits = (value: unknown) => boolean;

/** What a check may be for the value to stay as it is; what they say of lengths and patterns is not looked at. */
const harmless = new Set([
  'string_format',
  'number_format',
  'min_length',
  'max_length',
  'length_equals',
  'greater_than',
  'less_than',
]);

/** Undefined where only zod can say, such as schemas that change what they are given. */
export function fitsOf(schema: $ZodType): Fits | undefined {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.checks?.some((check) => !harmless.has(check._zod.def.check))) return undefined;
  switch (def.type) {
    case 'string':
      return def.coerce ? undefined : (value) => typeof value === 'string';
    case 'boolean':
      return def.coerce ? undefined : (value) => typeof value === 'boolean';
    case 'number': {
      if (def.coerce) return undefined;
      const whole = 'format' in def || (def.checks ?? []).length > 0;
      return whole ? Number.isSafeInteger : Number.isFinite;
    }
    case 'enum':
      return oneOf(Object.values(def.entries));
    case 'literal':
      return oneOf(def.values);
    case 'nullable': {
      const inner = fitsOf(def.innerType);
      return inner && ((value) => value === null || inner(value));
    }
    case 'optional': {
      const inner = fitsOf(def.innerType);
      return inner && ((value) => value === undefined || inner(value));
    }
    case 'array': {
      const inner = fitsOf(def.element);
      return inner && ((value) => Array.isArray(value) && value.every(inner));
    }
    case 'object':
      // Other objects than strict ones drop or keep what they do not know: that is a change, or a leak.
      return def.catchall?._zod.def.type === 'never' ? objectFits(def.shape) : undefined;
    default:
      return undefined;
  }
}

function oneOf(values: readonly unknown[]): Fits {
  const known = new Set(values);
  return (value) => known.has(value);
}

function objectFits(shape: Readonly<Record<string, $ZodType>>): Fits | undefined {
  const fields: [string, Fits][] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const fits = fitsOf(schema);
    if (!fits) return undefined;
    fields.push([name, fits]);
  }
  const known = new Set(Object.keys(shape));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const name in value) if (!known.has(name)) return false;
    const record = value as Record<string, unknown>;
    for (const [name, fits] of fields) if (!fits(record[name])) return false;
    return true;
  };
}
