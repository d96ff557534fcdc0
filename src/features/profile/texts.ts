import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  invalid_name: { title: `Enter your name, up to ${limits.fullName} characters.` },
  invalid_phone: { title: 'Enter a phone number such as +43 660 1234567.' },
  invalid_avatar: { title: 'Enter an address that starts with https://.' },
  slug_required: { title: 'Slug required', detail: 'Please enter a name for your public link.' },
  slug_invalid: {
    title: 'Invalid slug',
    detail: `Use ${limits.slugMin} to ${limits.slug} lowercase letters, numbers and hyphens.`,
  },
  slug_taken: { title: 'Slug taken', detail: 'Please try a different name.' },
  slug_reserved: {
    title: 'Link reserved',
    detail: 'This name is reserved. Please try a different name.',
  },
  too_many_slugs: {
    title: 'Too many earlier links',
    detail: `Each link you replace stays yours for ${limits.earlierSlugDays} days, and you already have ${limits.earlierSlugs}. Go back to one of them, or wait until one is released.`,
  },
  photo_not_image: {
    title: 'Please select an image file',
    detail: 'Use a JPEG, PNG or WebP photo.',
  },
  photo_too_large: { title: 'Image size must be less than 5MB' },
  photo_unreadable: {
    title: 'Failed to upload photo',
    detail: 'The photo is damaged or has too many pixels. Please choose another one.',
  },
  photo_unreachable: {
    title: 'Failed to upload photo',
    detail: 'There is no publicly accessible photo at this address. Check it, or upload the photo instead.',
  },
  photo_incomplete: {
    title: 'Failed to upload photo',
    detail: 'The upload was incomplete. Please try again.',
  },
  storage_full: {
    title: 'Failed to upload photo',
    detail: 'The server is out of storage. Please ask its operator to free up space.',
  },
  too_many_tries: {
    title: 'Too many tries',
    detail: 'Please wait a while before you try again.',
  },
};

/** The parts of the settings page (/profile) that are about the profile. */
export const texts = {
  title: 'Settings',
  back: 'Back to your logbook',
  loading: 'Loading your settings...',
  loadFailed: 'Failed to load profile data',
  loadFailedHint: 'Check your connection and try again.',
  tryAgain: 'Try again',
  noName: 'Add your name',
  since: (date: string) => `Logging since ${date}`,
  changePhoto: 'Change photo',
  form: {
    title: 'Your details',
    fullName: 'Full Name',
    email: 'Email',
    manageEmails: 'Manage Emails',
    phone: 'Phone',
    phoneHint: 'Only you can see it.',
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
    linkCopied: {
      title: 'Link copied!',
      description: 'Your profile link has been copied to clipboard.',
    },
    copyFailed: { title: 'Failed to copy', description: 'Please try again.' },
  },
  /** What the public page shows, said wherever the user turns it on (R-F5). */
  publicPage: {
    byLink: 'This link turns on your public page.',
    shows:
      'The page shows your name, photo, verified vouches with their files, and resume to anyone with the link.',
    never: 'It never shows your entries, goals, email addresses or phone number.',
    waits: 'Your page goes live once you verify your email.',
    view: 'View your page',
    on: 'Public page',
    search: 'Allow search engines',
    searchHint: 'Search engines may list your page. They can take weeks to follow a change.',
    failed: 'Failed to change your public page',
  },
  appearance: {
    title: 'Appearance',
    darkMode: 'Dark Mode',
  },
} as const;

/** The photo field and its dialog. */
export const photoTexts = {
  label: 'Profile Photo',
  tabs: { upload: 'Upload', url: 'URL' },
  choose: 'Choose a photo',
  hint: 'JPEG, PNG or WebP, less than 5MB. Location and time are removed.',
  url: 'Photo URL',
  urlHint: 'An address that starts with https://. Save Changes copies the photo from there once.',
  urlPlaceholder: 'https://example.com/me.jpg',
  remove: 'Remove photo',
  uploaded: 'Photo saved',
  removed: 'Photo removed',
  uploadFailed: 'Failed to upload photo',
  crop: {
    title: 'Crop Profile Photo',
    hint: 'Drag the square or its corners, or use the arrow keys.',
    cancel: 'Cancel',
    save: 'Save photo',
    failed: 'Failed to crop image. Please try again.',
    labels: {
      cropArea: 'Crop area; use the arrow keys to move it',
      nwDragHandle: 'Top left corner; use the arrow keys to resize',
      nDragHandle: 'Top edge; use the arrow keys to resize',
      neDragHandle: 'Top right corner; use the arrow keys to resize',
      eDragHandle: 'Right edge; use the arrow keys to resize',
      seDragHandle: 'Bottom right corner; use the arrow keys to resize',
      sDragHandle: 'Bottom edge; use the arrow keys to resize',
      swDragHandle: 'Bottom left corner; use the arrow keys to resize',
      wDragHandle: 'Left edge; use the arrow keys to resize',
    },
  },
} as const;
