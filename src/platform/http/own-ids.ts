// The fields of a body that may name only the caller.
import type { $ZodTypes } from 'zod/v4/core';
import type { Schema } from './operation.ts';
import { ownId } from './payload-contract.ts';

/** The names of the fields that are `ownId`. */
export function ownIdFields(body: Schema | undefined): string[] {
  const def = body && (body as $ZodTypes)._zod.def;
  if (def?.type !== 'object') return [];
  return Object.entries(def.shape).flatMap(([name, schema]) => (schema === ownId ? [name] : []));
}
