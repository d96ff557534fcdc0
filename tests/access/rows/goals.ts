import { newId } from '#platform/clock/id.ts';
import { byId, malformed, malformedId, plain, user, type At, type Rows, type Sent } from '../row.ts';
import { spareGoal, type Person } from '../world.ts';

const goal = (person: Person) => person.goalId;
const setGoal = (body: object): Sent => ({ url: '/api/goals', body: { text: 'Text', ...body } });
const changeGoal =
  (body: object) =>
  (id: string): Sent => ({ url: `/api/goals/${id}`, body });
const completeGoal = (id: string, check_in_id = newId()): Sent => ({
  url: `/api/goals/${id}/complete`,
  body: { check_in_id },
});

const spare = ({ app, own }: At, state: 'open' | 'done' | 'deleted') => spareGoal(app, own, state);

export const goalRows: Rows = {
  'GET /api/goals': { expected: { plain: user(200) }, requests: plain('/api/goals') },
  'POST /api/goals': {
    expected: {
      own: user(200),
      'own, other content': user(409),
      others: user(409),
      none: user(200),
      malformed,
      "another user's user_id": user(403),
    },
    requests: {
      own: ({ own }) => setGoal({ id: own.goalId, text: `What ${own.mark} wants` }),
      'own, other content': ({ own }) => setGoal({ id: own.goalId }),
      others: ({ others }) => setGoal({ id: others.goalId }),
      none: () => setGoal({ id: newId() }),
      malformed: () => setGoal({ id: malformedId }),
      "another user's user_id": ({ others }) => setGoal({ id: newId(), user_id: others.userId }),
    },
  },
  'PATCH /api/goals/:id': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      "after another user's": user(409),
      'own, done': user(409),
    },
    requests: {
      ...byId(goal, changeGoal({ text: 'Other text' })),
      own: async (at) => changeGoal({ text: 'Other text', after: null })(await spare(at, 'open')),
      "after another user's": ({ own, others }) => changeGoal({ after: others.goalId })(own.goalId),
      'own, done': async (at) => changeGoal({ text: 'Other text' })(await spare(at, 'done')),
    },
  },
  'DELETE /api/goals/:id': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(goal, (id) => ({ url: `/api/goals/${id}` })),
      own: async (at) => ({ url: `/api/goals/${await spare(at, 'open')}` }),
    },
  },
  'POST /api/goals/:id/restore': {
    expected: { own: user(200), others: user(404), none: user(404), malformed },
    requests: {
      ...byId(goal, (id) => ({ url: `/api/goals/${id}/restore` })),
      own: async (at) => ({ url: `/api/goals/${await spare(at, 'deleted')}/restore` }),
    },
  },
  'POST /api/goals/:id/complete': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      "another user's entry": user(409),
      'own, deleted': user(409),
    },
    requests: {
      ...byId(goal, (id) => completeGoal(id)),
      own: async (at) => completeGoal(await spare(at, 'open')),
      "another user's entry": async (at) => completeGoal(await spare(at, 'open'), at.others.checkInId),
      'own, deleted': async (at) => completeGoal(await spare(at, 'deleted')),
    },
  },
  'POST /api/goals/:id/reopen': {
    expected: {
      own: user(200),
      others: user(404),
      none: user(404),
      malformed,
      'own, deleted': user(409),
    },
    requests: {
      ...byId(goal, (id) => ({ url: `/api/goals/${id}/reopen` })),
      own: async (at) => ({ url: `/api/goals/${await spare(at, 'done')}/reopen` }),
      'own, deleted': async (at) => ({ url: `/api/goals/${await spare(at, 'deleted')}/reopen` }),
    },
  },
};
