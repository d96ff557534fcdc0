// The fields of a draft or a queued write: how each begins, and how it is read from the browser's storage, which may
// hold data of older versions, or be edited by hand. Not zod, which pages do not load first.
import { newId } from '../clock/id.ts';

export type Field<Value> = {
  /** Its value before the user enters any. Also used for a stored value that is missing or broken. */
  empty: () => Value;
  /** Parses a stored value. Undefined if it is broken. `all`: everything that is stored with it. */
  read(value: unknown, all: Record<string, unknown>): Value | undefined;
  /** What is stored, if not the value itself. */
  write?(value: Value, all: Record<string, unknown>): unknown;
  /** A draft in which it is missing or broken is dropped. */
  isRequired?: boolean;
};

export type Fields<Values> = { [Name in keyof Values]: Field<Values[Name]> };

const isText = (value: unknown): value is string => typeof value === 'string';

export const text: Field<string> = {
  empty: () => '',
  read: (value) => (isText(value) ? value : undefined),
};

export const optionalText: Field<string | undefined> = { ...text, empty: () => undefined };

export const textOrNull: Field<string | null> = {
  empty: () => null,
  read: (value) => (isText(value) || value === null ? value : undefined),
};

/** An id that the browser creates, so that a repeated request writes nothing twice. */
export const ownId: Field<string> = { ...text, empty: () => newId() };

export const flag: Field<boolean> = {
  empty: () => false,
  read: (value) => value === true,
};

/** An ISO string. */
export const optionalTime: Field<string | undefined> = {
  empty: () => undefined,
  read: (value) => (isText(value) && !Number.isNaN(Date.parse(value)) ? value : undefined),
};

/** One of the values, the first to begin with. */
export const oneOf = <Value>(values: readonly [Value, ...Value[]]): Field<Value> => ({
  empty: () => values[0],
  read: (value) => values.find((known) => known === value),
});

export const oneOfOrNull = <Value>(values: readonly Value[]): Field<Value | null> => ({
  empty: () => null,
  read: (value) => values.find((known) => known === value),
});

export const texts: Field<string[]> = {
  empty: () => [],
  read: (value) => (Array.isArray(value) ? value.filter((item) => isText(item)) : undefined),
};

/** Texts by any key, such as the ids of addresses. */
export const textByKey: Field<Record<string, string>> = {
  empty: () => ({}),
  read: (value) =>
    value instanceof Object
      ? Object.fromEntries(
          Object.entries(value).filter((entry): entry is [string, string] => isText(entry[1])),
        )
      : undefined,
};

export const required = <Value>(field: Field<Value>): Field<Value> => ({ ...field, isRequired: true });

/** An object with fields. */
export const group = <Values extends object>(fields: Fields<Values>): Field<Values> => ({
  empty: () => emptyValues(fields),
  read: (value) => readValues(fields, value),
  write: (values) => writeValues(fields, values),
});

export function emptyValues<Values extends object>(fields: Fields<Values>): Values {
  return mapFields(fields, (field) => field.empty());
}

/** Parses stored values. Undefined if a required one is missing or broken. */
export function readValues<Values extends object>(
  fields: Fields<Values>,
  stored: unknown,
): Values | undefined {
  const all = Object(stored) as Record<string, unknown>;
  let isBroken = false;
  const values = mapFields(fields, (field, name) => {
    const value = field.read(all[name], all);
    isBroken ||= value === undefined && field.isRequired === true;
    return value === undefined ? field.empty() : value;
  });
  return isBroken ? undefined : values;
}

/** The values as they are stored. */
export function writeValues<Values extends object>(fields: Fields<Values>, values: Values): object {
  const all = values as Record<string, unknown>;
  return mapFields<object>(fields, (field, name) => (field.write ? field.write(all[name], all) : all[name]));
}

function mapFields<Values extends object>(
  fields: Fields<Values>,
  map: (field: Field<unknown>, name: string) => unknown,
): Values {
  const entries = Object.entries<Field<unknown>>(fields);
  return Object.fromEntries(entries.map(([name, field]) => [name, map(field, name)])) as Values;
}
