// UI copy of the dialogs over the timeline: Recently deleted and the file viewer.
import { counted } from '#platform/text/language.ts';
import { limits } from './constants.ts';

export const dialogTexts = {
  bin: {
    about: `Deleted entries stay here for ${limits.daysInBin} days. Then they are permanently deleted, along with their files.`,
    empty: `Nothing was deleted in the last ${limits.daysInBin} days.`,
    loading: 'Loading deleted entries',
    failed: 'The deleted entries could not be loaded.',
    daysLeft: (days: number) => `${counted(days, { one: 'day', other: 'days' })} left`,
    restore: 'Restore',
    restoreEntry: (start: string) => `Restore ${start}`,
    more: 'Show more',
  },
  viewer: {
    loading: 'Loading file',
    failed: 'This file could not be loaded.',
    noPreview: 'This file has no preview. Download it to open it.',
    beginning: 'Only the beginning is shown. Download the file to read all of it.',
    download: 'Download',
    previous: 'Previous file',
    next: 'Next file',
    position: (at: number, of: number) => `${at} of ${of}`,
  },
} as const;
