import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.resumes': {
    key: 'file_path',
    app: {
      select: { columns: 'all', rows: own },
      insert: {
        columns: ['id', 'user_id', 'file_name', 'file_path', 'file_size', 'mime_type', 'sha256'],
        rows: own,
      },
      update: { columns: ['deleted_at'], rows: own },
      delete: { rows: own },
    },
    jobs: {
      select: { columns: ['file_path', 'deleted_at'], rows: 'true' },
      delete: { rows: `deleted_at < now() - interval '1 hour'` },
    },
  },
};

export const functions: Functions = {
  forget_first_holder__resume: {},
  remove_resume_bytes: {},
  resume_for: { app: 'signature' },
  resumes_kept_since: { jobs: true },
  stored_bytes__resume: {},
};
