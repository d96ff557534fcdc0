// A manager's views: none of these callers manages anyone. member-views.test.ts has the callers who do.
import { anyone, byId, malformed, plain, user, type Rows } from '../row.ts';

const views = (path: string): Rows[string] => ({
  expected: { own: user(404), others: user(404), none: user(404), malformed },
  requests: byId(
    (person) => person.userId,
    (id) => ({ url: `/api/team/${id}${path}` }),
  ),
});

const pages = (path: string): Rows[string] => {
  const { expected, requests } = views(path);
  return {
    expected: { ...expected, 'malformed cursor': { ...anyone(400) } },
    requests: {
      ...requests,
      'malformed cursor': ({ others }) => ({ url: `/api/team/${others.userId}${path}?limit=many` }),
    },
  };
};

export const memberRows: Rows = {
  'GET /api/team': {
    expected: { plain: user(200), 'after another user': user(200), malformed },
    requests: {
      ...plain('/api/team'),
      'after another user': ({ others }) => ({ url: `/api/team?after=${others.userId}` }),
      malformed: () => ({ url: '/api/team?after=first' }),
    },
  },
  'GET /api/team/:user_id': views(''),
  'GET /api/team/:user_id/check_ins': pages('/check_ins'),
  'GET /api/team/:user_id/goals': pages('/goals'),
  'GET /api/team/:user_id/shoutouts': pages('/shoutouts'),
};
