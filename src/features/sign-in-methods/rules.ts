import { countCharacters, normalizeText } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** The name of a passkey as it is stored, in one line, or why it is refused. */
export function decideName(input: string): { name: string } | Extract<RefusalCode, `name_${string}`> {
  const name = normalizeText(input).replaceAll(/\s+/g, ' ');
  if (name === '') return 'name_required';
  return countCharacters(name) > limits.name ? 'name_too_long' : { name };
}
