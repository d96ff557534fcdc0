// Reads the bodies of forms on pages without scripts.
import type { FastifyInstance } from 'fastify';

/**
 * Lets the routes of this scope receive forms: the body is an object of strings. If a field occurs twice, the last one
 * is read. `bodyLimit` in bytes.
 */
export function acceptForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
