import { Problem } from '#platform/http/client.ts';

/** The server's reason for a refusal (4xx). Undefined for all other errors. */
export function refusalReason(error: unknown): string | undefined {
  const refused = error instanceof Problem && error.status >= 400 && error.status < 500;
  return refused ? (error.detail ?? error.title) : undefined;
}
