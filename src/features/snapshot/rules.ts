import { limits as accountLimits } from '#features/accounts/constants.ts';
import { normalizeText, withoutDirections } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';

/** A snapshot whose text is in the query of its link. Anyone can write one. */
export type LinkText = {
  /** One line. */
  employee: string;
  content: string;
  /** The link's text was longer. */
  isShortened: boolean;
  /** A single emoji. */
  emoji: string | null;
};

/** Reads the query of a link without a token (R-G1). Null if the name or the text is missing. */
export function readLinkText(query: URLSearchParams): LinkText | null {
  const employee = harmless(query.get('employee')).replace(/\s+/g, ' ');
  const content = harmless(query.get('content'));
  if (employee === '' || content === '') return null;
  const shown = shorten(content, limits.linkText);
  const emoji = query.get('emoji') ?? '';
  return {
    employee: shorten(employee, accountLimits.fullName),
    content: shown,
    isShortened: shown !== content,
    emoji: /^\p{RGI_Emoji}$/v.test(emoji) ? emoji : null,
  };
}

/** Text without control characters, and without marks that change the direction of the text around them. */
function harmless(text: string | null): string {
  return normalizeText(withoutDirections(text ?? ''));
}

/** The first characters, with an ellipsis if there are more. */
function shorten(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max).join('')}…`;
}
