import type { FastifyRequest } from 'fastify';

/** Whether the body is a form with files, which the handler reads as it arrives and which may take a long time. */
export function isStreamed({ routeOptions, headers }: FastifyRequest): boolean {
  const { upload } = routeOptions.config;
  return upload === 'also' ? /^multipart\/form-data\b/i.test(headers['content-type'] ?? '') : upload === true;
}
