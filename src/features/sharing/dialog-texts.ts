// UI copy of the Share dialog of an entry. The copy of its fields is in the compose texts of check-ins.

const limitReached = 'You have reached the limit of emails to new people.';

export const dialogTexts = {
  title: 'Share Check-in',
  share: 'Share',
  manager: 'Shared with manager',
  managerCanSee: 'The link in their email shows this entry, including your edits.',
  stop: 'Stop sharing',
  teammate: 'Highlighted teammate',
  anotherTeammate: 'To thank someone else for this, send a shoutout from the SHOUTOUTS tab.',
  nothingChosen: {
    title: 'Not shared yet',
    description: 'Check Share with manager or Highlight a teammate first.',
  },
  gone: {
    title: 'This entry was deleted',
    detail: 'It was deleted in another tab or on another device, so it cannot be shared.',
  },
  shared: {
    title: (email: string) => `Shared with ${email}`,
    sent: 'They get it by email.',
    held: 'The email will be sent when you verify your email.',
    waiting: `${limitReached} The email will be sent automatically once there is room.`,
    failed: 'Entry shared but manager email failed to send',
    failedDetail: 'Stop sharing, then share it again to send another email.',
  },
  failed: 'Failed to share the entry. Please try again.',
  stopped: {
    title: (email: string) => `No longer shared with ${email}`,
    detail: 'The link in their email no longer works.',
    failed: 'Failed to stop sharing. Please try again.',
    undoFailed: 'Failed to share the entry again',
  },
} as const;
