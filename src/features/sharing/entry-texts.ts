// UI copy of a shared entry on the timeline.

export const entryTexts = {
  share: 'Share',
  manager: 'Manager',
  teammate: 'Teammate',
  shoutoutTo: (email: string) => `Shoutout to ${email}`,
} as const;
