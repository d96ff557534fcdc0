// The paper of a document: Letter where it is sold, A4 everywhere else.
import type { Paper } from './typesetter.ts';

const letterRegions = new Set('US CA MX PH CL CO VE GT CR PA SV HN NI DO PR'.split(' '));

/** Places of `America/` whose paper is A4. */
const a4Cities =
  /^America\/(Argentina|Buenos_Aires|Cordoba|Sao_Paulo|Bahia|Manaus|Fortaleza|Recife|Belem|Araguaina|Maceio|Cuiaba|Campo_Grande|Porto_Velho|Boa_Vista|Rio_Branco|Noronha|Montevideo|Asuncion|La_Paz|Lima|Guayaquil|Cayenne|Paramaribo|Guyana|Nuuk|Jamaica|Port_of_Spain)/;
const letterZones = /^(America|US|Canada|Mexico|Chile)\/|^Pacific\/Honolulu$|^Asia\/Manila$/;

/** By the region of the language, such as `en-GB`, or else by the time zone. */
export function paperFor(language: string, timeZone: string): Paper {
  const region = /-([A-Z]{2})\b/.exec(language)?.[1];
  if (region !== undefined) return letterRegions.has(region) ? 'LETTER' : 'A4';
  return letterZones.test(timeZone) && !a4Cities.test(timeZone) ? 'LETTER' : 'A4';
}
