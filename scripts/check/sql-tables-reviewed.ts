// Functions, and statements of modules, that name tables of other features, with the reason.

/** A view of several features' rows, which one statement joins, orders and limits: a function per row would be slow. */
const views = {
  'app.member_counts': ['public.check_ins', 'public.goals', 'public.shoutouts'],
  'app.member_entries': ['public.check_ins', 'public.log_files'],
  'app.member_goals': ['public.goals'],
  'app.member_shoutouts': ['public.shoutouts'],
  'app.team_cards': ['public.check_ins', 'public.goals'],
  'app.public_file': ['public.resumes', 'public.vouches', 'public.vouch_files'],
  'app.public_logbook': ['public.resumes', 'public.vouches', 'public.vouch_files'],
  'app.public_proof': ['public.credentials', 'public.vouches', 'public.vouch_files'],
};

/** With whom an entry is shared is stored with the entry. */
const sharing = {
  'app.knows_address': ['public.check_ins'],
  'app.manager_access': ['public.check_ins'],
  'app.manager_mail': ['public.check_ins'],
  'app.newest_managers': ['public.check_ins'],
  'app.shared_snapshot': ['public.check_ins'],
};

/** Locks and deletes the rows of all features in the one order that rules out deadlocks, which one file shows. */
const removal = {
  'app.remove_account': [
    ...['public.check_ins', 'public.goals', 'public.mails', 'public.shoutouts', 'public.vouches'],
    'public.suggestions',
  ],
};

/** Each request runs it: the session and the secret come from one statement. */
const entrance = {
  'app.enter': ['app.viewer_secret'],
  'app.enter_to_read': ['app.viewer_secret'],
};

/** Finds them with an index of emails of this kind, which a function with a parameter would not use. */
const indexed = { 'app.request_tips': ['public.mails'] };

/** Reports and packets are views of several features' rows, in the one statement that counts or lists them. */
const reports = {
  'features/packets/server/frozen-store.ts': [
    ...['public.check_ins', 'public.goals', 'public.log_files', 'public.shoutouts', 'public.vouches'],
  ],
  'features/packets/server/material-store.ts': [
    ...['public.check_ins', 'public.goals', 'public.vouches', 'public.vouch_files'],
  ],
  'features/reports/server/store.ts': [
    ...['public.check_ins', 'public.goals', 'public.log_files', 'public.shoutouts'],
  ],
};

/** A column of each row of a hot page: whether the row that it refers to can be seen, and the first one about it. */
const columns = {
  'features/check-ins/server/store.ts': ['public.shoutouts'],
  'features/shoutouts/server/store.ts': ['public.check_ins'],
};

/** Looks only at the viewer's entries. */
const ownEntries = { 'app.kept_entries_among': ['public.check_ins'] };

/** A completed goal keeps its entry only if the import has stored it, in the statement that stores the goals. */
const references = { 'features/goals/server/store.ts': ['public.check_ins'] };

/** Tables by function or module. */
export const reviewedAccess: Record<string, readonly string[]> = {
  ...views,
  ...sharing,
  ...removal,
  ...entrance,
  ...indexed,
  ...reports,
  ...columns,
  ...ownEntries,
  ...references,
};
