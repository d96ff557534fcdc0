// Texts of the editor, which is loaded when it is opened. Numbers and days are formatted by the caller.
import { counted, list, number, plural } from '#platform/text/language.ts';
import { limits } from './constants.ts';
import type { Kind } from './contract.ts';
import type { PeriodName } from './period-rules.ts';

/** What a proof names, and its line in a packet does not. */
type ProofNames = { department: string | null; domain: string | null; files: number };

export const editorTexts = {
  title: 'Review packet',
  about: 'A period of your log as a document. You choose what is in it; its reader can check every line.',
  loading: 'Loading your packets',
  failed: {
    title: 'Your packets could not be loaded',
    sentence: 'They are safe. Check your connection and try again.',
    again: 'Try again',
  },
  list: {
    label: 'Your packets',
    new: 'New packet',
    empty: {
      title: 'No packets yet',
      sentence: 'Choose a period, and start with a suggestion of what to show from it.',
    },
    untitled: 'Untitled packet',
    items: (count: number) => counted(count, { one: 'item', other: 'items' }),
    changed: (day: string) => `Changed ${day}`,
    linkOver: 'Its link has ended.',
    full: `You have ${limits.packets} packets, and there is no room for more. Delete one first.`,
    tools: (title: string) => `Tools of ${title}`,
    open: 'Open',
    duplicate: 'Duplicate',
    delete: 'Delete',
    confirm: {
      title: 'Delete this packet?',
      sentence: 'Your entries stay.',
      withLink: 'Its link stops working for everyone who has it. Your entries stay.',
      yes: 'Delete packet',
      no: 'Keep it',
    },
    copyOf: (title: string) => `${title} (copy)`,
    duplicated: 'Packet duplicated',
    deleted: 'Packet deleted',
    failed: 'That did not work. Please try again.',
  },
  period: {
    label: 'Period',
    names: {
      'this month': 'This month',
      'last month': 'Last month',
      'this quarter': 'This quarter',
      'last quarter': 'Last quarter',
      'this half': 'This half-year',
      'last half': 'Last half-year',
      'this year': 'This year',
      'last year': 'Last year',
    } satisfies Record<PeriodName, string>,
    custom: 'Custom',
    from: 'From',
    to: 'To',
    invalid: 'Choose a day that is not before the first one, at most ten years later.',
    range: (from: string, to: string) => `${from} – ${to}`,
    reading: 'Reading your log',
    nothing: 'Nothing was logged in this period.',
    has: (parts: readonly string[]) => `This period has ${list(parts)}.`,
    counts: {
      entry: (count: number) => counted(count, { one: 'entry', other: 'entries' }),
      goal: (count: number) => counted(count, { one: 'completed goal', other: 'completed goals' }),
      shoutout: (count: number) => counted(count, { one: 'received shoutout', other: 'received shoutouts' }),
      vouch: (count: number) => counted(count, { one: 'verified vouch', other: 'verified vouches' }),
    } satisfies Record<Kind, (count: number) => string>,
    suggestion: (items: number, leftOut: number) =>
      leftOut === 0
        ? 'The suggestion has all of it.'
        : `The suggestion has ${number(items)} of it and leaves out ${number(leftOut)}. You can tick in the rest.`,
    start: 'Use this suggestion',
    startEmpty: 'Start empty',
    failed: 'This period could not be read. Check your connection and try again.',
  },
  back: 'All packets',
  parts: { label: 'Part of the editor', choose: 'Choose', write: 'Write and arrange' },
  saved: {
    saving: 'Saving',
    saved: 'Saved',
    offline: 'Saved in this browser. It is sent when the connection is back.',
    unstored: 'This browser is out of storage. Keep this page open until your changes are saved.',
    changed: 'This packet was changed in another window.',
    keepMine: 'Keep what is shown here',
    takeTheirs: 'Show the other version',
    discard: 'Discard these changes',
  },
  choose: {
    heading: 'Choose',
    count: (chosen: number, all: number) => `${number(chosen)} of ${number(all)} chosen`,
    search: 'Search this period',
    withFiles: 'Only with files',
    onlyGoals: 'Only goals',
    none: 'Nothing matches.',
    group: (title: string, chosen: number, all: number) => `${title}: ${number(chosen)} of ${number(all)}`,
    files: (count: number) => counted(count, { one: 'file', other: 'files' }),
    from: (name: string) => `From ${name}`,
    full: `A packet has up to ${number(limits.items)} items.`,
  },
  write: {
    heading: 'Your packet',
    title: 'Title',
    introduction: 'Introduction',
    introductionHint: 'What the reader should know first. Optional.',
    group: 'Heading of this group',
    line: 'A line above its items',
    moveGroup: (title: string) => `Move ${title}`,
    removeGroup: (title: string) => `Take out ${title} with its items`,
    addGroup: 'Add a group',
    emptyGroup: 'Nothing in this group. Move items here with Alt and the arrow keys.',
    note: 'Note',
    addNote: 'Add a note',
    noteOf: (text: string) => `Note under ${text}`,
    openFiles: (count: number) =>
      plural(count, {
        one: 'Readers can open its file',
        other: `Readers can open its ${number(count)} files`,
      }),
    proof: 'With its proof, which can be checked on its own',
    proofNames: ({ department, domain, files }: ProofNames) => {
      const named = [
        ...(department === null ? [] : [department]),
        ...(domain === null ? [] : [`the mailbox at ${domain}`]),
        ...(files === 0 ? [] : [counted(files, { one: 'file', other: 'files' })]),
      ];
      return named.length === 0 ? '' : `It also names ${list(named)}.`;
    },
    proofStaysOut: (formerName: string) =>
      `Its proof stays out: it has the name ${formerName}, which this packet does not have.`,
    missing: 'This is no longer in your log. It is left out when you publish or print.',
    move: (text: string) => `Move ${text}`,
    remove: (text: string) => `Take out ${text}`,
    up: (text: string) => `Move ${text} up`,
    down: (text: string) => `Move ${text} down`,
    moved: (place: number, count: number) => `Moved to ${number(place)} of ${number(count)}`,
    nothing: 'Nothing is chosen yet.',
    keys: 'Alt with the arrow keys moves an item or a group.',
  },
  length: (characters: number) => `${counted(characters, { one: 'character', other: 'characters' })} of text`,
} as const;

/** Titles of the groups of a suggestion. */
export const groupTitles = {
  goal: 'Completed goals',
  shoutout: 'Shoutouts received',
  vouch: 'Vouches',
} as const;
