// The largest body that an operation's schema admits, as its longest JSON: a client may escape every character.
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

/** Characters of a field that the server ignores: a name, a link or a token (docs/compatibility.md). */
const ignoredLength = 200;
const uuid = '019382ab-7b1c-7000-8000-0123456789ab';

type Options = {
  /** The field whose text is discarded while it arrives. */
  discards?: string | undefined;
  /** The most items to put in a list, if its schema admits more. */
  items?: number;
};

/** Six bytes of JSON per character. */
const text = (length: number) => '\u0001'.repeat(length);

function maximumOf(
  checks: readonly { _zod: { def: { check: string; maximum?: number } } }[],
): number | undefined {
  const found = checks.flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def.maximum ?? Infinity) : [],
  );
  return found.length > 0 ? Math.min(...found) : undefined;
}

/** Returns the value, or throws with the path of a field that has no limit. */
export function largestOf(schema: $ZodType, options: Options = {}, path = 'body'): unknown {
  const { def } = (schema as $ZodTypes)._zod;
  const maximum = maximumOf(def.checks ?? []);
  switch (def.type) {
    case 'string': {
      const format = 'format' in def ? def.format : undefined;
      if (format === 'uuid') return uuid;
      if (format === 'date' || (format === 'datetime' && maximum === undefined)) return text(8);
      if (maximum === undefined) throw new Error(`${path} has no maximum length.`);
      return text(maximum);
    }
    case 'number':
      return -Number.MAX_SAFE_INTEGER;
    case 'boolean':
      return false;
    case 'enum':
      return longest(Object.values(def.entries));
    case 'literal':
      return longest(def.values);
    case 'nullable':
    case 'optional':
    case 'default':
      return largestOf(def.innerType, options, path);
    case 'pipe':
      return largestOf(def.in, options, path);
    case 'unknown':
      return text(ignoredLength);
    case 'array': {
      if (maximum === undefined) throw new Error(`${path} has no maximum length.`);
      const item = largestOf(def.element, options, `${path}[]`);
      return Array.from({ length: Math.min(maximum, options.items ?? Infinity) }, () => item);
    }
    case 'union':
      return longest(def.options.map((option) => largestOf(option, options, path)));
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, field]) => [
          name,
          path === 'body' && name === options.discards ? '' : largestOf(field, options, `${path}.${name}`),
        ]),
      );
    default:
      throw new Error(`${path} is of a kind that this test does not know yet: ${def.type}.`);
  }
}

function longest(values: readonly unknown[]): unknown {
  return values.reduce((most, value) =>
    JSON.stringify(value ?? null).length > JSON.stringify(most ?? null).length ? value : most,
  );
}
