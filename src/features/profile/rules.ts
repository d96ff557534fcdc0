// Validation of profile fields, shared by form and server.
import { isBlank } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** Letters that Unicode normalization does not decompose into a base letter and a mark. */
const folded: Record<string, string> = Object.fromEntries(
  ['ßss', 'æae', 'œoe', 'øo', 'łl', 'đd', 'ðd', 'þth', 'ıi'].map(([letter, ...base]) => [
    letter,
    base.join(''),
  ]),
);

/**
 * Normalizes a slug (R-F6): lowercase, accents folded, any other run of characters replaced by one hyphen, ends
 * trimmed. Empty if nothing is left.
 */
export function normalSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => folded[letter]!)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** What the settings' field shows while the user types: lowercase, every other character as a hyphen. */
export function slugAsTyped(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9-]/g, '-');
}

/** First path segments that Logbook uses or may use. No public link may take them (R-F6). */
const reserved = new Set(
  `about accept-invitation account admin api app assets auth avatar billing blog capture careers changelog check-ins cli
   checkout connect contact credentials dashboard demo dev docs download downloads email export favicon feedback files fonts goals
   guest guide health help home images import inbox index invitation invite jobs join legal live log logbook login
   logout mail manager manager-snapshot mcp me media metrics new news null oauth oembed openapi password plan plans playbook
   policy press previews pricing privacy privacy-policy profile public raise-promotion-playbook recover register
   report reports resume robots root rss search security service-worker session sessions settings share shoutout
   shoutouts sign-in sign-out sign-up signin signout signup sitemap snapshot static status storage support sw
   system team team-member teams terms test timeline tips tutorial undefined user users vendor verify
   verify-vouch vouch vouches webhook webhooks well-known what-is-logbook www`.split(/\s+/),
);

/** The refusal code for a normalized slug, or null. Does not check whether it is taken. */
export function slugProblem(
  slug: string,
): Extract<RefusalCode, 'slug_required' | 'slug_invalid' | 'slug_reserved'> | null {
  if (slug === '') return 'slug_required';
  if (slug !== normalSlug(slug) || slug.length < limits.slugMin || slug.length > limits.slug)
    return 'slug_invalid';
  return reserved.has(slug) ? 'slug_reserved' : null;
}

/** The refusal code for a slug as entered, or null. Input that normalizes to nothing is invalid, not missing. */
export function slugInputProblem(text: string): ReturnType<typeof slugProblem> {
  const problem = slugProblem(normalSlug(text));
  return problem === 'slug_required' && !isBlank(text) ? 'slug_invalid' : problem;
}

const phone = /^\+?[\d(][\d ()./-]*( ?(x|ext\.?) ?\d{1,6})?$/i;

/** A phone number as it is stored, with whitespace collapsed. Null for none, undefined for an invalid one. */
export function normalPhone(text: string): string | null | undefined {
  const number = text.trim().replace(/\s+/g, ' ');
  if (isBlank(number)) return null;
  const digits = number.replace(/\D/g, '').length;
  return number.length <= limits.phone && digits >= limits.phoneMin && phone.test(number)
    ? number
    : undefined;
}

/** Path prefix of a user's stored photos. */
export function photoPath(userId: string): string {
  return `/api/storage/public/profile-photos/${userId}/`;
}

const photoName = /^[A-Za-z0-9_-]{1,100}\.jpg$/;

/**
 * A parsed host. URLs allow more characters, some of which have a meaning in a Content-Security-Policy: `;`, `,`, `*`,
 * quotes.
 */
const plainHost = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

/**
 * The address of a photo: an https address, from which the server copies it, or the path of a photo that this user has
 * stored here. Null for none, undefined for an invalid one.
 */
export function normalAvatar(text: string, userId: string): string | null | undefined {
  const address = text.trim();
  if (isBlank(address)) return null;
  if (address.length > limits.avatarUrl) return undefined;
  const own = photoPath(userId);
  if (address.startsWith(own)) return photoName.test(address.slice(own.length)) ? address : undefined;
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!plainHost.test(url.hostname)) return undefined;
  if (url.username !== '' || url.password !== '' || url.href.length > limits.avatarUrl) return undefined;
  return url.href;
}
