// Alone in its file, like the text of the link: the first pages link to the import, and load nothing else of it.

export const importPath = '/import';
