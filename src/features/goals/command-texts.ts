// UI copy of the commands of the palette.

export const commandTexts = { addGoal: 'Add Goal', addGoalKeywords: 'new write check-in win' } as const;
