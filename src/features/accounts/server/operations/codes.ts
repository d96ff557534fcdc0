// Codes that an account with a second factor asks for (R-Q2).
import { hashToken } from '#platform/secrets/secrets.ts';
import { plainCode } from '../../code-rules.ts';

/** What the database looks up. Null: no code was sent. */
export function hashOfCode(typed: string | undefined): Buffer | null {
  const code = plainCode(typed ?? '');
  return code === '' ? null : hashToken(code);
}

/** The refusals of what the database says of a code. */
export const codeRefusals = {
  'code needed': 'second_factor_needed',
  'wrong code': 'wrong_code',
} as const;
