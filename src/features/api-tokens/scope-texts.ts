import type { Scope } from './contract.ts';

/** What a scope allows, for API tokens and connected apps. */
export const scopeTexts = {
  'entries:write': 'Add entries, with files, and drafts of review packets.',
  'suggestions:write': 'Suggest entries, which you accept or dismiss.',
  'log:read':
    'Read your entries with a list of their files, your goals, and the shoutouts and vouches that you received.',
  'goals:write': 'Add, change and complete goals.',
} satisfies Record<Scope, string>;
