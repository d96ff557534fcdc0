import { newId } from '#platform/clock/id.ts';
import { anyone, malformed, malformedId, user, type Rows, type Sent } from '../row.ts';
import type { Person } from '../world.ts';

const importGuest = (person: Person, checkInId: string, more: object = {}): Sent => ({
  url: '/api/guest_import',
  body: {
    user_id: person.userId,
    check_ins: [
      {
        ...{ id: checkInId, kind: 'entry', content: 'Text', emoji: null, files: [] },
        ...{ edited_at: null, deleted_at: null, ...more },
      },
    ],
    goals: [
      {
        ...{ id: newId(), text: 'Text', cadence: null, period_start: null },
        ...{ completed_at: new Date().toISOString(), check_in_id: checkInId },
      },
    ],
  },
});

export const guestRows: Rows = {
  'POST /api/guest_import': {
    expected: {
      own: user(200),
      // Each entry has its own outcome: another user's id is refused there.
      "another user's id": user(200),
      'for another account': user(409),
      malformed,
      "another user's user_id": anyone(400),
    },
    requests: {
      own: ({ own }) => importGuest(own, newId()),
      "another user's id": ({ own, others }) => importGuest(own, others.checkInId),
      'for another account': ({ others }) => importGuest(others, newId()),
      malformed: ({ own }) => importGuest(own, malformedId),
      "another user's user_id": ({ own, others }) => importGuest(own, newId(), { user_id: others.userId }),
    },
  },
};
