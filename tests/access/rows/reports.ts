import { anyone, malformed, user, type Rows, type Sent } from '../row.ts';

const week = (body: object = {}): Sent => ({
  url: '/api/functions/v1/generate-week-review',
  body: { timezone: 'Europe/Berlin', ...body },
});
const board = (body: object = {}): Sent => ({
  url: '/api/functions/v1/generate-shoutout-board',
  body: { timezone: 'UTC', ...body },
});
const email = (body: object): Sent => ({ url: '/api/functions/v1/email-week-review', body });

export const reportRows: Rows = {
  'POST /api/functions/v1/generate-week-review': {
    expected: { plain: user(200), malformed, "another user's user_id": anyone(400) },
    requests: {
      plain: () => week(),
      malformed: () => week({ week: 'last' }),
      "another user's user_id": ({ others }) => week({ user_id: others.userId }),
    },
  },
  'POST /api/functions/v1/generate-shoutout-board': {
    expected: { plain: user(200), malformed },
    requests: { plain: () => board(), malformed: () => board({ period: 'ever' }) },
  },
  'POST /api/functions/v1/email-week-review': {
    expected: {
      own: user(200),
      // A board goes to the caller, whatever the request says.
      "board to another user's address": user(200),
      'no address': user(400),
      malformed,
    },
    requests: {
      own: ({ own }) => email({ email: own.email, reportHtml: '<p>ignored</p>' }),
      "board to another user's address": ({ others }) =>
        email({ email: others.email, reportType: 'Shoutout Board' }),
      'no address': () => email({ email: ' ' }),
      malformed: () => email({ email: 'reader@example.com', reportType: 'Other' }),
    },
  },
};
