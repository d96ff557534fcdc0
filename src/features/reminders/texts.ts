import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { limits } from './constants.ts';
import type { Kind, RefusalCode } from './contract.ts';

/** User-facing message for each error code, with an optional `detail` sentence. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  way_required: {
    title: 'Choose how to be reminded',
    detail: 'Choose email or add this browser before you turn on reminders.',
  },
  endpoint_refused: {
    title: 'Not the address of a push service',
    detail: 'Your browser gave an address that this Logbook does not send to.',
  },
  too_many_devices: {
    title: 'Too many devices',
    detail: `You can have up to ${limits.devices} devices. End one that you no longer use first.`,
  },
  nothing_to_send: {
    title: 'Nothing to send',
    detail: 'Turn it on first, with a verified email or a device.',
  },
  too_many_tries: { title: 'Too many tries' },
};

/** The reminders in the settings. */
export const texts = {
  loadFailed: 'Your reminders could not be loaded.',
  tryAgain: 'Try again',
  changeFailed: 'Your choice could not be saved. Please try again.',
  kinds: {
    question: {
      title: 'Weekly email',
      about: 'Asks what you finished this week, with your goals and the last lines of your log.',
    },
    nudge: {
      title: 'Reminders',
      about:
        'A short reminder on the days you choose, left out in a week in which you have written something.',
    },
  } satisfies Record<Kind, { title: string; about: string }>,
  turnOn: { question: 'Turn on the weekly email', nudge: 'Turn on reminders' },
  pause: { question: 'Pause the weekly email', nudge: 'Pause reminders' },
  resume: { question: 'Resume the weekly email', nudge: 'Resume reminders' },
  turnOff: { question: 'Turn off the weekly email', nudge: 'Turn off reminders' },
  short: { turnOn: 'Turn on', pause: 'Pause', resume: 'Resume', turnOff: 'Turn off' },
  state: {
    on: (next: string) => `On. Next: ${next}`,
    turningOn: 'On',
    paused: 'Paused',
    off: 'Off',
  },
  changed: {
    question: { on: 'Weekly email on', paused: 'Weekly email paused', off: 'Weekly email off' },
    nudge: { on: 'Reminders on', paused: 'Reminders paused', off: 'Reminders off' },
  },
  day: 'Day',
  days: 'Days',
  hour: 'Time',
  timeZone: 'Time zone',
  timeZoneHint: 'For the weekly email and the reminders. It stays when you travel.',
  byEmail: (address: string) => `By email to ${address}`,
  unverified: 'Emails start once you have verified your address.',
  stopped:
    'This address has unsubscribed from all emails. Use the link in any earlier email to allow them again.',
  sendNow: 'Send me one now',
  sendNowLabel: { question: 'Send me one now: the weekly email', nudge: 'Send me one now: a reminder' },
  sent: (kind: 'question' | 'nudge') =>
    ifEmailLeaves(
      { title: 'On its way' },
      kind === 'question' ? heldText : { title: 'Sent to your devices' },
    ),
  sendFailed: 'It could not be sent. Please try again.',
  push: {
    title: 'On your devices',
    add: 'Remind me in this browser',
    about: 'Your browser will ask whether Logbook may show notifications. They have no content of your log.',
    denied:
      'Your browser blocks notifications from this site. Allow them in its settings for this site, then reload this page.',
    checking: 'Checking this browser...',
    unsupported: 'This browser cannot show reminders.',
    withoutWorker:
      'Reminders in this browser need the part of Logbook that works offline, which is not stored here. It is left out while the browser saves data, or if this Logbook has turned it off.',
    install:
      'On an iPhone or iPad, reminders need the installed app: tap Share, then Add to Home Screen, and open Logbook from there.',
    insecure: 'Reminders in the browser need an https address.',
    added: 'This browser will remind you',
    addFailed: 'This browser could not be added. Please try again.',
    dismissed: 'Notifications were not allowed, so this browser was not added.',
    thisBrowser: 'This browser',
    unknownDevice: 'A browser',
    since: (day: string) => `Added ${day}`,
    lastSent: (when: string) => `Last reminded ${when}`,
    end: 'Remove',
    endOne: (name: string) => `Remove ${name}`,
    ended: 'Device removed',
    endFailed: 'The device could not be removed. Please try again.',
    list: 'Devices that get reminders',
  },
} as const;
