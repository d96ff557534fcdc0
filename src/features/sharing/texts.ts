// UI copy of sharing an entry, in the dialogs and on the timeline.
import type { ShareRefusal } from '#features/check-ins/share-contract.ts';
import { limits as shoutoutLimits } from '#features/shoutouts/constants.ts';
import { number } from '#platform/text/language.ts';

const addressDetail = 'Use the form name@example.com.';

/** One text per refusal. The wording of those for missing input is fixed (docs/compatibility.md). */
export const shareRefusalTexts: Record<ShareRefusal, { title: string; detail: string }> = {
  manager_email_required: {
    title: 'Manager email required',
    detail: "Please enter your manager's email to share this check-in.",
  },
  invalid_manager_email: { title: 'Invalid manager email', detail: addressDetail },
  own_manager_address: {
    title: 'Invalid manager email',
    detail: "This is your own address. Enter your manager's email, or uncheck Share with manager.",
  },
  too_many_manager_emails: {
    title: 'Too many emails',
    detail: 'You have shared many check-ins in the last hour. This one has not been shared yet.',
  },
  teammate_email_required: {
    title: 'Teammate email required',
    detail: "Please enter your teammate's email, or uncheck Highlight a teammate.",
  },
  invalid_teammate_email: { title: 'Invalid teammate email', detail: addressDetail },
  teammate_message_required: {
    title: 'Teammate message required',
    detail: 'Please enter a message to send to your teammate.',
  },
  teammate_message_too_long: {
    title: 'Message too long',
    detail: `A message to a teammate can have up to ${number(shoutoutLimits.message)} characters.`,
  },
  own_teammate_address: {
    title: 'Invalid teammate email',
    detail: "This is your own address. Enter your teammate's email, or uncheck Highlight a teammate.",
  },
  too_many_shoutouts: {
    title: 'Too many shoutouts',
    detail: 'You have sent many shoutouts in the last hour. Please try again later.',
  },
};
