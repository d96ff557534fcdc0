// UI copy of the commands of the palette.

export const commandTexts = {
  inviteTeam: 'Invite team members',
  inviteTeamKeywords: 'employee manager member email',
} as const;
