import { limits as accountLimits } from '#features/accounts/constants.ts';
import { eventLimits } from '#features/billing/constants.ts';
import { limits as checkInLimits } from '#features/check-ins/constants.ts';
import { limits as goalLimits } from '#features/goals/constants.ts';
import { limits as profileLimits } from '#features/profile/constants.ts';
import { limits as resumeLimits } from '#features/resume/constants.ts';
import { limits as shoutoutLimits } from '#features/shoutouts/constants.ts';
import { limits as suggestionLimits } from '#features/suggestions/constants.ts';
import { limits as teamLimits } from '#features/teams/constants.ts';
import { limits as vouchLimits } from '#features/vouches/constants.ts';
import type { SchemaFiles } from '#platform/database/sql-files.ts';
import { mailLimits } from '#platform/mail/mail-limits.ts';

const days = (count: number) => `interval '${count} days'`;
const minutes = (count: number) => `interval '${count} minutes'`;

/** The numbers that no caller can pass, because triggers or policies need them, or may choose, because they guard something. */
export const sqlValues = (): Record<string, string> => ({
  refresh_reuse: `interval '${accountLimits.refreshReuseSeconds} seconds'`,
  recent_sign_in: minutes(accountLimits.recentSignInMinutes),
  former_address_life: days(accountLimits.formerAddressDays),
  refresh_life: days(accountLimits.refreshDays),
  check_ins_life: days(checkInLimits.daysInBin),
  goals_life: days(goalLimits.daysKept),
  suggestions_life: days(suggestionLimits.days),
  settled_suggestions_life: minutes(suggestionLimits.undoMinutes),
  resumes_life: minutes(resumeLimits.undoMinutes),
  vouches_life: minutes(vouchLimits.undoMinutes),
  invitations_life: days(teamLimits.daysKept),
  billing_events_life: days(eventLimits.daysKept),
  invitation_link_life: days(teamLimits.linkDays),
  declined_pause: days(teamLimits.declinedDays),
  earlier_slugs: String(profileLimits.earlierSlugs),
  earlier_slug_life: days(profileLimits.earlierSlugDays),
  vouch_link_life: days(vouchLimits.linkDays),
  excerpt: String(shoutoutLimits.excerpt),
  mails_to_recipient: String(mailLimits.perDayToRecipient),
  mails_from_sender: String(mailLimits.perDayFromSender),
  mails_of_pair: String(mailLimits.perDayOfPair),
  waiting_mails: String(mailLimits.waiting),
});

/** The SQL of this program, which runs in its folder. The sources are also part of the container image. */
export const schemaFiles: SchemaFiles = { migrations: 'migrations', sources: 'src', values: sqlValues() };
