// Maps request errors to problem documents. Client errors, a statement timeout, a full disk and an unreachable database
// have their own codes. All other errors are logged and returned as `internal`.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { isDiskFull } from '../disk/full-disk.ts';
import { TooManyTransactions } from '../database/user-limit.ts';
import { Busy } from '../hashing/fair-queue.ts';
import { detailTexts } from './problem-texts.ts';
import { sendCommon } from './problem.ts';
import { Unavailable } from './unavailable.ts';

/** `hasRoom` reports whether the disk has space for the database, when the database is unreachable. */
export async function sendErrorAsProblem(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  hasRoom: () => Promise<boolean>,
): Promise<FastifyReply> {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const where = error.validationContext ?? 'body';
    const fields = error.validation.slice(0, maxFields).map((issue) => ({
      path: `${where}${issue.instancePath.replaceAll('/', '.')}`,
      message: issue.message ?? 'is not as expected',
    }));
    return sendCommon(reply, 'invalid_input', { fields });
  }
  if (isResponseSerializationError(error))
    request.log.error({ err: error.cause }, 'response does not match its schema');
  const status = error.statusCode ?? 500;
  if (status === 413) return sendCommon(reply, 'too_large');
  if (status === 415 || status === 406) return sendCommon(reply, 'wrong_media_type');
  if (status === 429) return sendCommon(reply, 'too_many_requests', { retryAfter: retryAfterOf(error) });
  if (status >= 400 && status < 500)
    return sendCommon(reply, 'invalid_input', { status, detail: error.message });
  if (error instanceof Busy) return sendCommon(reply, 'busy', { retryAfter: error.retryAfter });
  if (unstorable.has(error.code)) {
    return sendCommon(reply, 'invalid_input', {
      detail: detailTexts.unstorable,
    });
  }
  if (error.code === canceled || error.name === 'TimeoutError') {
    const { operation } = request.routeOptions.config;
    request.log.warn({ operation, reason: error.message }, 'a request took too long');
    return sendCommon(reply, 'took_too_long', { retryAfter: 5 });
  }
  if (error instanceof Unavailable) {
    request.log.warn({ reason: error.message }, 'a server that requests depend on is unavailable');
    return sendCommon(reply, 'unavailable', { retryAfter: 5, title: error.title });
  }
  const isUnreachable = isDatabaseUnreachable(error);
  if (isDiskFull(error) || (isUnreachable && !(await hasRoom()))) {
    request.log.warn({ reason: error.message }, 'the disk is full');
    return sendCommon(reply, 'disk_full');
  }
  if (isUnreachable) {
    // Every request logs this during an outage: one line each, without a stack.
    request.log.warn({ reason: error.message }, 'the database is unreachable');
    return sendCommon(reply, 'unavailable', { retryAfter: 5 });
  }
  request.log.error({ err: error }, 'request failed');
  return sendCommon(reply, 'internal');
}

/** Invalid fields that a response names. A body can have thousands. */
const maxFields = 20;

// PostgreSQL cannot store NUL, nor lone surrogates in JSON. Input that passed its own validation is refused here.
const unstorable = new Set(['22021', '22P05']);

// PostgreSQL's query_canceled: the statement timeout. AbortSignal.timeout throws a TimeoutError.
const canceled = '57014';

function retryAfterOf(error: Error): number | undefined {
  return error instanceof TooManyTransactions ? error.retryAfter : undefined;
}

const unreachableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT', 'EPIPE', 'ETIMEDOUT'],
  // The name of the server cannot be resolved.
  ...['EAI_AGAIN', 'ENOTFOUND'],
  // Too many connections; and a write on a standby that has not been promoted yet.
  ...['53300', '25006'],
]);

// Lost or refused connections; PostgreSQL's class 57 is "operator intervention" (shutting down, starting up).
function isDatabaseUnreachable(error: Error & { code?: string | number }): boolean {
  // That of a DOMException is a number.
  const code = String(error.code ?? '');
  return (
    unreachableCodes.has(code) ||
    code.startsWith('57P') ||
    /Connection terminated|timeout exceeded|timeout expired|not queryable/.test(error.message)
  );
}
