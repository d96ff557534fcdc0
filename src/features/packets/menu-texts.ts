// Text of the menu, which is part of every dashboard. Those of the editor are loaded with it.
export const menuTexts = { packet: 'Review packet' } as const;
