// Part of every page, so separate from the texts of the tab's content.

export const tabTexts = { label: 'GOALS' } as const;
