import { limits, type RefusalCode } from './contract.ts';

/** What the person reads for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  invalid_name: { title: `Enter your name, up to ${limits.fullName} characters.` },
  invalid_phone: { title: 'Enter a phone number such as +43 660 1234567.' },
  invalid_avatar: { title: 'Enter an address that begins with https://.' },
  slug_required: { title: 'Slug required', detail: 'Please enter a name for your public link.' },
  slug_invalid: {
    title: 'Invalid slug',
    detail: `Use ${limits.slugMin} to ${limits.slug} lowercase letters, numbers and hyphens.`,
  },
  slug_taken: { title: 'Slug taken', detail: 'Please try a different name.' },
  slug_reserved: {
    title: 'Slug reserved',
    detail: 'This name is reserved for Logbook itself. Please try a different name.',
  },
  photo_not_image: {
    title: 'Please select an image file',
    detail: 'Photos are taken as JPEG, PNG or WebP.',
  },
  photo_too_large: { title: 'Image size must be less than 5MB' },
  photo_unreadable: {
    title: 'Failed to upload photo',
    detail: 'The photo is damaged or has too many pixels. Please choose another one.',
  },
  photo_incomplete: {
    title: 'Failed to upload photo',
    detail: 'It did not arrive whole. Please try again.',
  },
  storage_full: {
    title: 'Failed to upload photo',
    detail: 'There is no room left on the server. The operator of this Logbook can make some.',
  },
  too_many_tries: {
    title: 'Too many tries',
    detail: 'Please wait a while before you change your photo again.',
  },
};

/** The settings page (/profile), as far as it is about the profile. */
export const texts = {
  title: 'Settings',
  back: 'Back to your logbook',
  loading: 'Loading your settings...',
  loadFailed: 'Failed to load profile data',
  loadFailedHint: 'Check the connection, then try again.',
  tryAgain: 'Try again',
  noName: 'Add your name',
  since: (date: string) => `Logging since ${date}`,
  changePhoto: 'Change photo',
  form: {
    title: 'Profile',
    fullName: 'Full Name',
    email: 'Email',
    manageEmails: 'Manage Emails',
    phone: 'Phone',
    phoneHint: 'Nobody but you sees it.',
    save: 'Save Changes',
    saved: 'Profile saved',
    failed: 'Failed to update profile',
  },
  slug: {
    title: 'Public link',
    label: 'Your public link',
    hint: `${limits.slugMin} to ${limits.slug} lowercase letters, numbers and hyphens.`,
    preview: (address: string) => `Will be saved as ${address}`,
    placeholder: 'your-name',
    save: 'Save link',
    saved: 'Slug saved!',
    copy: 'Copy',
    copied: 'Copied!',
    copyFailed: { title: 'Failed to copy', description: 'Please try again.' },
  },
  appearance: {
    title: 'Appearance',
    darkMode: 'Dark Mode',
  },
} as const;

/** The photo's field and its dialog. */
export const photoTexts = {
  label: 'Profile Photo',
  tabs: { upload: 'Upload', url: 'URL' },
  choose: 'Choose a photo',
  hint: 'JPEG, PNG or WebP, less than 5MB. It is kept without the place and time that it was taken.',
  url: 'Photo URL',
  urlHint: 'An address that begins with https://. Save Changes keeps it.',
  urlPlaceholder: 'https://example.com/me.jpg',
  remove: 'Remove photo',
  uploaded: 'Photo saved',
  removed: 'Photo removed',
  uploadFailed: 'Failed to upload photo',
  crop: {
    title: 'Crop Profile Photo',
    hint: 'Drag the square or its corners. The arrow keys do the same.',
    cancel: 'Cancel',
    save: 'Save photo',
    failed: 'Failed to crop image. Please try again.',
    labels: {
      cropArea: 'The part of the photo that is kept; the arrow keys move it',
      nwDragHandle: 'Top left corner; the arrow keys resize',
      nDragHandle: 'Top edge; the arrow keys resize',
      neDragHandle: 'Top right corner; the arrow keys resize',
      eDragHandle: 'Right edge; the arrow keys resize',
      seDragHandle: 'Bottom right corner; the arrow keys resize',
      sDragHandle: 'Bottom edge; the arrow keys resize',
      swDragHandle: 'Bottom left corner; the arrow keys resize',
      wDragHandle: 'Left edge; the arrow keys resize',
    },
  },
} as const;
