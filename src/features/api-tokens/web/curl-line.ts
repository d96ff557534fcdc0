import type { CreatedApiToken } from '../contract.ts';

/** A command that tries the first thing that the token may do. `origin`: of the instance. */
export function curlLine(origin: string, { token, row: { scopes } }: CreatedApiToken): string {
  const curl = `curl -H 'Authorization: Bearer ${token}'`;
  if (scopes.includes('entries:write'))
    return `${curl} -H 'Content-Type: text/plain' -d 'Shipped it #release' ${origin}/api/capture`;
  if (scopes.includes('log:read')) return `${curl} ${origin}/api/check_ins`;
  return `${curl} -H 'Content-Type: application/json' -d '{"text": "Read a book"}' ${origin}/api/goals`;
}
