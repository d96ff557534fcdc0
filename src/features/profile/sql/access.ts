import { own, type Functions, type Tables } from '#platform/database/sql-access.ts';

export const tables: Tables = {
  'public.profiles': {
    key: 'user_id',
    app: {
      select: { columns: 'all', rows: own },
      // The slug is set by app.take_slug.
      update: {
        columns: ['phone_number', 'full_name', 'avatar_url', 'is_new', 'is_public', 'allows_search'],
        rows: own,
      },
    },
    jobs: {
      select: {
        columns: ['user_id', 'avatar_url'],
        rows: `avatar_url like '/api/storage/public/%'`,
      },
    },
  },
  'public.earlier_slugs': {
    key: 'slug',
    app: { select: { columns: 'all', rows: own } },
    jobs: {
      select: { columns: ['slug', 'ends_at'], rows: 'ends_at < now()' },
      delete: { rows: 'ends_at < now()' },
    },
  },
  // Read by functions only.
  'public.public_profiles': { key: 'slug' },
};

export const functions: Functions = {
  add_profile: {},
  announce_profile: {},
  forget_first_holder__profile: {},
  // Whether a public photo is the current one.
  is_shown_photo: { app: 'nothing' },
  note_primary_address: {},
  note_time_zone: {},
  public_user: {},
  remove_photo: {},
  take_slug: { app: 'viewer' },
};
