// The credentials of vouches in a packet. Each is checked on its own; here, only whether it says the same as its line.
import type { VouchCredential } from '#features/credentials/format-contract.ts';
import type { FrozenVouch, PacketDocument } from '../../format-contract.ts';

/** `line`: from 1, in reading order. `isSame`: whether it says the same as its credential. */
export type LineWithCredential = { line: number; credential: string; isSame: boolean };

export function credentialsIn({ groups, author }: PacketDocument): LineWithCredential[] {
  return groups
    .flatMap(({ items }) => items)
    .flatMap((item, at) =>
      item.kind === 'vouch' && item.credential !== undefined
        ? [{ line: at + 1, credential: item.credential, isSame: isAsCredential(item, author) }]
        : [],
    );
}

/** Whether they say the same about the text, the reference, the sentence, the time and the owner. */
function isAsCredential(item: FrozenVouch, author: string): boolean {
  try {
    return saysTheSame(item, author);
  } catch {
    // It is no credential of a vouch.
    return false;
  }
}

function saysTheSame(
  { credential, text, name, position, statement, verifiedAt }: FrozenVouch,
  author: string,
) {
  const { validFrom, credentialSubject, endorsement } = JSON.parse(credential!) as VouchCredential;
  const { achievement, source, identifier } = credentialSubject;
  // The position and the department.
  const about = `${source.description ?? ''}, `;
  return (
    text === `${achievement.name}\n\n${achievement.description}` &&
    name === source.name &&
    about.startsWith(position === undefined ? '' : `${position}, `) &&
    statement === endorsement?.[0].credentialSubject.endorsementComment &&
    verifiedAt.slice(0, 19) === validFrom.slice(0, 19) &&
    (identifier?.[0].identityHash ?? author) === author
  );
}
