/** What the person reads when the browser cannot keep something; by the code of the problem. */
export const refusalTexts = {
  storage_full: {
    title: 'No room left in this browser',
    detail:
      'Nothing was lost: it is still here. Delete something, or sign up to keep your logbook on the server.',
  },
  storage_closed: {
    title: 'This browser keeps nothing for this site',
    detail: 'Private windows and strict settings can cause it. Sign up to keep your logbook on the server.',
  },
} as const;
