// Alone in its file: the first pages link to the import, and load nothing else of it.

export const importPath = '/import';
