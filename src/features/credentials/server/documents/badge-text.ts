import { carrierTexts as texts } from '../../carrier-texts.ts';
import type { Claim } from '../../claim-rules.ts';

/** What the picture says, for those who do not see it. */
export function badgeText({ name, owner, day, reference, domain, issuer }: Claim): string {
  const { of, confirmed, by, recorded } = texts;
  const sentence = `${confirmed(day)} ${by({ reference, domain })}.`;
  return `${name}. ${of(owner)}. ${sentence} ${recorded(issuer.name, new URL(issuer.url).host)}.`;
}
