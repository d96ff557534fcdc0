import { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import { appSecret } from '../../support/open-test-database.ts';
import { anyone, type At, type Make, type Rows, type Sent } from '../row.ts';

const links = new SnapshotLinks('', appSecret);
const manager = 'a.manager@example.com';

/** A link to an entry of someone else, and whether the entry is shared with the address of the link. */
function linkTo(pick: (at: At) => string, isShared: boolean, reveals: (at: At) => Partial<Sent>): Make {
  return async (at) => {
    await at.app.database.asOwner((db) =>
      db.query(
        `update check_ins set shared_with_manager = $2::text is not null, manager_email = $2::text
         where id = $1`,
        [pick(at), isShared ? manager : null],
      ),
    );
    const url = links.linkFor({ checkInId: pick(at), managerEmail: manager, at: new Date() });
    return { url, ...reveals(at) };
  };
}
const others = ({ others: { checkInId } }: At) => checkInId;
const binned = ({ others: { binned: entry } }: At) => entry.checkInId;

export const snapshotRows: Rows = {
  'GET /manager-snapshot': {
    expected: {
      'with a text': anyone(200),
      'without a text': anyone(404),
      'forged token': anyone(404),
      // Anyone who has the link may read the entry: it proves that its author sent it (R-G1).
      "another user's shared entry": anyone(200),
      "another user's entry": anyone(404),
      "another user's deleted entry": anyone(404),
      'an entry of a deleted account': anyone(404),
    },
    requests: {
      'with a text': () => ({ url: '/manager-snapshot?employee=Ada&content=Text' }),
      'without a text': () => ({ url: '/manager-snapshot' }),
      'forged token': ({ others: { checkInId } }) => ({ url: `/manager-snapshot?s=${checkInId}` }),
      "another user's shared entry": linkTo(others, true, (at) => ({ reveals: at.others })),
      "another user's entry": linkTo(others, false, () => ({})),
      "another user's deleted entry": linkTo(binned, true, () => ({})),
      'an entry of a deleted account': linkTo(
        ({ deleted }) => deleted.checkInId,
        true,
        () => ({}),
      ),
    },
  },
};
