// A fast check that a response matches its schema: each field known, of the right type, none missing. zod's own parse
// costs six times as much and matches every string against its pattern again, which responses made of database columns
// do not need. Schemas of other kinds get no fast check: zod decides.
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

export type Fits = (value: unknown) => boolean;

/** Checks that do not change the value. The lengths and patterns that they validate are skipped here. */
const harmless = new Set([
  'string_format',
  'number_format',
  'min_length',
  'max_length',
  'length_equals',
  'greater_than',
  'less_than',
]);

/** Returns the fast check. Undefined when only zod can decide, such as for schemas that transform their input. */
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
      // Objects that are not strict strip or keep unknown fields. That is a change, or a leak.
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
