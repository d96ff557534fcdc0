import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.goals': {
    key: 'id',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: [
          ...['id', 'user_id', 'text', 'cadence', 'period_start', 'position', 'created_at'],
          ...['completed_at', 'check_in_id'],
        ],
        rows: own,
      },
      update: {
        columns: ['deleted_at', 'text', 'cadence', 'period_start', 'position', 'completed_at', 'check_in_id'],
        rows: own,
      },
    },
    jobs: {
      select: { columns: ['id', 'deleted_at'], rows: `deleted_at < now() - interval '30 days'` },
      delete: { rows: `deleted_at < now() - interval '30 days'` },
    },
  },
};

export const functions: Functions = {
  goals_kept_since: { jobs: true },
  open_goals_of: { jobs: true },
  stamp_goal: {},
};
