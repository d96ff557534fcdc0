// UI copy of files that are dragged onto the page or pasted, before a dialog is open.
export const dropTexts = {
  dropHere: 'Drop files to attach them',
  pastedImage: (time: string) => `Pasted image ${time}`,
} as const;
