// Pure rules for the requests of visitors to references (R-F4).
import { countCharacters } from '#platform/text/plain-text.ts';
import { requestLimits } from './request-constants.ts';
import type { RequestRefusal, VerificationRequest } from './request-contract.ts';
import { lineOf, textOf } from './rules.ts';

export type RequestInput = Pick<VerificationRequest, 'requester_name' | 'requester_email' | 'message'>;

/** A request as it is stored. `email`: the address, normalized by `normalEmail`. */
export function verificationRequestOf(raw: RequestInput, email: string): RequestInput {
  return {
    requester_name: lineOf(raw.requester_name),
    requester_email: email,
    message: textOf(raw.message),
  };
}

/** Why a request cannot be sent. `isAddress`: result of `isEmail` for its address. */
export function verificationRequestProblem(
  { requester_name: name, requester_email: email, message }: RequestInput,
  isAddress: boolean,
): Exclude<RequestRefusal, 'too_many_tries'> | undefined {
  if (name === '' || lineOf(email) === '' || message === '') return 'all_fields_required';
  if (countCharacters(name) > requestLimits.name || countCharacters(message) > requestLimits.message)
    return 'text_too_long';
  return isAddress ? undefined : 'invalid_email';
}
