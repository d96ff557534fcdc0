import { carrierTexts as texts } from '../../carrier-texts.ts';
import type { Claim } from '../../claim-rules.ts';

/** What the picture says, for those who do not see it. */
export function badgeText({ name, owner, day, reference, domain, issuer }: Claim): string {
  return texts.picture(name, [
    texts.of(owner),
    texts.confirmed(day),
    texts.by({ reference, domain }),
    texts.recorded(issuer.name, new URL(issuer.url).host),
  ]);
}
