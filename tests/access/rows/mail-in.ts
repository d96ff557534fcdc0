import { newId } from '#platform/clock/id.ts';
import { malformed, plain, user, type At, type Rows, type Sent } from '../row.ts';

const url = '/api/mail_address';
const make = (body: object): Sent => ({ url, body });

// The instance of the matrix receives no email.
export const mailInRows: Rows = {
  'GET /api/mail_address': { expected: { plain: user(200) }, requests: plain(url) },
  'POST /api/mail_address': {
    expected: { plain: user(409), "another user's user_id": user(403), malformed },
    requests: {
      plain: () => make({ id: newId() }),
      "another user's user_id": ({ others }: At) => make({ user_id: others.userId }),
      malformed: () => make({ id: 'my-address' }),
    },
  },
  'DELETE /api/mail_address': { expected: { plain: user(200) }, requests: plain(url) },
};
