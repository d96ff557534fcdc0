// Turns an answer into JSON. Nothing leaves that its schema does not name: what does not fit is an error, not a leak.
import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler as byZod } from 'fastify-type-provider-zod';
import type { Schema } from './operation.ts';
import { fitsOf } from './fits.ts';

/** Answers that fit at a quick look are written as they are; all others go through zod, which names the fault. */
export const serializerCompiler: FastifySerializerCompiler<Schema> = (route) => {
  const fits = fitsOf(route.schema);
  const encode = byZod(route);
  return (value) => (fits?.(value) ? JSON.stringify(value) : encode(value));
};
