// The texts that the settings show before the code of the section is loaded.
export const sectionTexts = {
  title: 'API tokens',
  about:
    'A token lets a script, a shortcut or another app add to your log, or read it. It never reaches your account.',
  recipes: 'Recipes for curl, phones and Git',
  loading: 'Loading your tokens...',
} as const;
