import type { Functions, Tables } from '../../database/sql-access.ts';

export const tables: Tables = {
  'app.request_jobs': { key: 'task' },
};

export const functions: Functions = {
  enqueue: { jobs: true },
  enqueue_request: { app: 'signature' },
};
