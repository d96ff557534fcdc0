// What log lines may contain of errors and of what other servers say: no values of users, and no addresses. PostgreSQL
// repeats values in its messages and details, mail servers repeat recipients, and Node keeps the bytes of a bad request.
import { DatabaseError } from 'pg';

/** PostgreSQL's error classes whose messages contain the refused value. */
const withValues = /^(22|P0)/;
const maxCauses = 3;

type LoggedError = { [key: string]: unknown; type: string; message: string; stack: string };

/** Of a text that is logged. Looking for addresses in a long text takes longer than its length. */
const longest = 2000;

/** The beginning of the text without email addresses, and in one line. */
export function withoutAddresses(text: string): string {
  return text
    .slice(0, longest)
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')
    .replaceAll(/\s+/g, ' ');
}

/** The parts of an error that name the problem: never its details, which may contain values. */
export function loggedError(error: unknown, causes = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, constraint, table, column, cause } = error as Error & Record<string, unknown>;
  const hidesMessage = error instanceof DatabaseError && withValues.test(error.code ?? '');
  return {
    type: error.name,
    message: hidesMessage ? 'The database refused a value.' : withoutAddresses(error.message),
    // Without its first lines, which repeat the message.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^ +at /.test(line))
      .join('\n'),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    ...(typeof column === 'string' && { column }),
    ...(cause !== undefined && causes < maxCauses && { cause: loggedError(cause, causes + 1) }),
  };
}

/**
 * A log line's own fields. `reason` is what another server, or an error, said. Libraries log the options that they were
 * called with, which may contain the headers of a request.
 */
export function loggedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const safe = Object.entries(fields).filter(([, value]) => !hasHeaders(value));
  return Object.fromEntries(
    safe.map(([name, value]) => [
      name,
      name === 'reason' && typeof value === 'string' ? withoutAddresses(value) : value,
    ]),
  );
}

function hasHeaders(value: unknown): boolean {
  // The serializer of `req` leaves them out.
  return typeof value === 'object' && value !== null && 'headers' in value && !('routeOptions' in value);
}
