// RFC 9457 problem documents. Defines the common codes, each with a status and a sentence; features add their own.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { FieldProblem } from './client.ts';
import { problemTexts as texts } from './problem-texts.ts';

/** Refusals that any operation may return: code, HTTP status, user-facing sentence. */
export const common = {
  invalid_input: { status: 400, title: texts.invalid_input },
  no_session: { status: 401, title: texts.no_session },
  beyond_token: { status: 403, title: texts.beyond_token },
  another_user: { status: 403, title: texts.another_user },
  wrong_origin: { status: 403, title: texts.wrong_origin },
  not_found: { status: 404, title: texts.not_found },
  too_slow: { status: 408, title: texts.too_slow },
  too_large: { status: 413, title: texts.too_large },
  wrong_media_type: { status: 415, title: texts.wrong_media_type },
  too_many_requests: { status: 429, title: texts.too_many_requests },
  headers_too_large: { status: 431, title: texts.headers_too_large },
  took_too_long: { status: 503, title: texts.took_too_long },
  internal: { status: 500, title: texts.internal },
  disk_full: { status: 507, title: texts.disk_full },
  busy: { status: 503, title: texts.busy },
  unavailable: { status: 503, title: texts.unavailable },
} as const;
export type CommonCode = keyof typeof common;

export type ProblemParts = {
  status: number;
  code: string;
  title: string;
  detail?: string | undefined;
  fields?: FieldProblem[] | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
};

/** A common refusal as bytes, for requests that do not reach the router. Header names are lower case. */
export function problemBytes(
  code: CommonCode,
  requestId: string,
): { status: number; headers: Record<string, string>; body: Buffer } {
  const { status, title } = common[code];
  const body = Buffer.from(
    JSON.stringify({ type: `about:blank#${code}`, title, status, code, request_id: requestId }),
  );
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': String(body.length),
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
  return { status, headers, body };
}

/**
 * A common refusal as a complete response, for connections that have no request. It announces that they will be closed.
 */
export function rawResponse(code: CommonCode, security: Record<string, string>): Buffer {
  const { status, headers, body } = problemBytes(code, randomUUID());
  const lines = Object.entries({ ...security, ...headers, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`), body]);
}

export function sendProblem(reply: FastifyReply, parts: ProblemParts): FastifyReply {
  if (parts.retryAfter !== undefined) reply.header('retry-after', String(parts.retryAfter));
  return reply
    .code(parts.status)
    .type('application/problem+json')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send({
      type: `about:blank#${parts.code}`,
      title: parts.title,
      status: parts.status,
      code: parts.code,
      ...(parts.detail && { detail: parts.detail }),
      ...(parts.fields && { fields: parts.fields }),
      ...(parts.retryAfter !== undefined && { retry_after: parts.retryAfter }),
      request_id: reply.request.id,
    });
}

export function sendCommon(
  reply: FastifyReply,
  code: CommonCode,
  more: Partial<ProblemParts> = {},
): FastifyReply {
  return sendProblem(reply, { ...common[code], code, ...more });
}
