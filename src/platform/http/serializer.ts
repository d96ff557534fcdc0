// Serializes a response to JSON. Only fields of its schema leave the server: a mismatch is an error, not a leak.
import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler as byZod } from 'fastify-type-provider-zod';
import type { Schema } from './operation.ts';
import { fitsOf } from './fits.ts';

/** Responses that pass the fast check are serialized directly. All others go through zod, which names the error. */
export const serializerCompiler: FastifySerializerCompiler<Schema> = (route) => {
  const fits = fitsOf(route.schema);
  const encode = byZod(route);
  return (value) => (fits?.(value) ? JSON.stringify(value) : encode(value));
};
