import { expect, it } from 'vitest';
import type { CreatedApiToken, Scope } from '../contract.ts';
import { curlLine } from './curl-line.ts';

const made = (...scopes: Scope[]) => ({ token: 'lbk_x', row: { scopes } }) as CreatedApiToken;

it.each([
  [['log:read', 'entries:write'], '/api/capture'],
  [['goals:write', 'log:read'], '/api/check_ins'],
  [['goals:write'], '/api/goals'],
] as const)('the command for %s calls what the token may do', (scopes, path) => {
  const line = curlLine('https://logbook.example', made(...scopes));
  expect(line).toContain(`Bearer lbk_x`);
  expect(line.endsWith(`https://logbook.example${path}`)).toBe(true);
});
