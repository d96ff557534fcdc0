// What users read about the details that a file contains without showing them (R-B4), for all features with files.

export const detailsTexts = {
  /** In the dialogs where files are chosen. */
  hint:
    'Others get photos, videos and audio without the place, camera and author saved in them, but PDF, Word and text ' +
    'files unchanged, with all details saved inside.',
  onlyYou: 'Files that cannot be cleaned, such as TIFF, can be opened only by you.',
  ownerOnly: {
    title: 'Only its owner can open this file',
    detail:
      'It may contain where it was taken or who made it, and Logbook cannot remove that from this file. Ask its owner for a JPEG, MP4 or PDF.',
  },
  notShareable: {
    title: 'This file cannot be shared',
    detail:
      'It may contain where it was taken or who made it, and Logbook cannot remove that from this file. Attach a JPEG, MP4 or PDF instead.',
  },
} as const;
