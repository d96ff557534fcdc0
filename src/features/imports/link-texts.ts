/** Of the links to the import, and its title. */
export const importLabel = 'Bring what you have';
