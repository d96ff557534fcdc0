// Links to a public proof for other sites.
import { pictureSize } from './carrier-constants.ts';

type Proof = {
  /** Of the proof. */
  address: string;
  /** Of the work. */
  name: string;
  /** The instance. */
  issuer: string;
  /** The instant of the confirmation. */
  verifiedAt: string;
};

/** LinkedIn's form for a new certification, filled in. It leads to the proof, and says nothing else about the user. */
export function linkedInLink({ address, name, issuer, verifiedAt }: Proof): string {
  const at = new Date(verifiedAt);
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name,
    organizationName: issuer,
    issueYear: String(at.getUTCFullYear()),
    issueMonth: String(at.getUTCMonth() + 1),
    certUrl: address,
  });
  return `https://www.linkedin.com/profile/add?${query.toString()}`;
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** HTML for other pages: the picture of a proof, which leads to it. No scripts, and no cookies of ours. `text`: of the picture. */
export function embedHtml({ address, text }: { address: string; text: string }): string {
  const width = pictureSize.width / 2;
  const height = pictureSize.height / 2;
  const picture = `<img src="${escaped(address)}.png" width="${width}" height="${height}" alt="${escaped(text)}">`;
  return `<a href="${escaped(address)}">${picture}</a>`;
}
