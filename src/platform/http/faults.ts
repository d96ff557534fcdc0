// What went wrong while a request was answered, as a problem document: what a person or a client can mend by its code, the
// rest as a fault of ours, which stands in the log.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { isDiskFull } from '../database/full-disk.ts';
import { TooManyReads } from '../database/readers.ts';
import { sendCommon } from './problem.ts';

/** `hasRoom` tells whether the database can write, should it be away. */
export async function sendFault(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  hasRoom: () => Promise<boolean>,
): Promise<FastifyReply> {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const where = error.validationContext ?? 'body';
    const fields = error.validation.map((issue) => ({
      path: `${where}${issue.instancePath.replaceAll('/', '.')}`,
      message: issue.message ?? 'is not as expected',
    }));
    return sendCommon(reply, 'invalid_input', { fields });
  }
  if (isResponseSerializationError(error))
    request.log.error({ err: error.cause }, 'answer does not fit its schema');
  const status = error.statusCode ?? 500;
  if (status === 413) return sendCommon(reply, 'too_large');
  if (status === 415 || status === 406) return sendCommon(reply, 'wrong_media_type');
  if (status === 429) return sendCommon(reply, 'too_many_requests', { retryAfter: retryAfterOf(error) });
  if (status >= 400 && status < 500)
    return sendCommon(reply, 'invalid_input', { status, detail: error.message });
  if (unstorable.has(error.code)) {
    return sendCommon(reply, 'invalid_input', { detail: 'A text holds a character that cannot be kept.' });
  }
  if (error.code === canceled) {
    request.log.warn({ operation: request.routeOptions.config.operation }, 'a statement took too long');
    return sendCommon(reply, 'took_too_long', { retryAfter: 5 });
  }
  const isAway = isDatabaseAway(error);
  if (isDiskFull(error) || (isAway && !(await hasRoom()))) {
    request.log.warn({ reason: error.message }, 'the disk is full');
    return sendCommon(reply, 'disk_full');
  }
  if (isAway) {
    // Every request says so while it lasts: one line each, without a stack.
    request.log.warn({ reason: error.message }, 'the database is away');
    return sendCommon(reply, 'unavailable', { retryAfter: 5 });
  }
  request.log.error({ err: error }, 'request failed');
  return sendCommon(reply, 'internal');
}

// PostgreSQL has no NUL, and JSON in it no half of an emoji: what no limit of its own caught ends here.
const unstorable = new Set(['22021', '22P05']);

// PostgreSQL's query_canceled: the statement timeout.
const canceled = '57014';

function retryAfterOf(error: Error): number | undefined {
  return error instanceof TooManyReads ? error.retryAfter : undefined;
}

const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', '53300']);

// Lost or refused connections; PostgreSQL's class 57 is "operator intervention" (shutting down, starting up).
function isDatabaseAway(error: Error & { code?: string }): boolean {
  const code = error.code ?? '';
  return (
    awayCodes.has(code) ||
    code.startsWith('57P') ||
    /Connection terminated|timeout exceeded|not queryable/.test(error.message)
  );
}
