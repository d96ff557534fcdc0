import { limits as accountLimits } from '#features/accounts/constants.ts';
import { counted, list } from '#platform/text/language.ts';
import { limits, recoveryCodes } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  name_required: { title: 'Name required', detail: 'Name the passkey after the device that has it.' },
  name_too_long: { title: 'Name too long', detail: `A name can have up to ${limits.name} characters.` },
  passkey_refused: {
    title: 'This passkey was not accepted.',
    detail:
      'It may have been removed from the account, or it took too long. Please try again, or use another way.',
  },
  passkey_known: { title: 'This passkey belongs to another account.' },
  too_many_passkeys: {
    title: 'Too many passkeys',
    detail: `You can have up to ${limits.passkeys} passkeys. Remove one that you no longer use first.`,
  },
  last_way: {
    title: 'This is your only way to sign in.',
    detail: 'First add another way to sign in, such as a passkey.',
  },
  confirmation_needed: { title: 'Please confirm that it is you.' },
  wrong_password: { title: 'That password is incorrect.' },
  second_factor_needed: {
    title: 'Your password alone does not open this account.',
    detail: 'Use your passkey, or enter a code from your authenticator app or one of your recovery codes.',
  },
  wrong_code: { title: 'That code is incorrect, or it was already used.' },
  codes_unneeded: {
    title: 'You need no recovery codes.',
    detail: 'They are for accounts with a passkey or an authenticator app.',
  },
  authenticator_known: {
    title: 'Your account has an authenticator app already.',
    detail: 'Remove it first, and then add the new one.',
  },
  setup_expired: {
    title: 'This took too long.',
    detail: 'Please start again, and remove the entry that you added to your app.',
  },
  code_mismatch: {
    title: 'That code is incorrect.',
    detail: 'Enter the code that the app shows now. If it is refused again, check the clock of your device.',
  },
  too_many_tries: { title: 'Too many tries' },
};

export const texts = {
  add: 'Add a passkey',
  list: 'Your passkeys',
  loadFailed: 'Your passkeys could not be loaded.',
  tryAgain: 'Try again',
  unsupported: 'This browser, or the address of this page, does not support passkeys.',
  added: (day: string) => `Added ${day}`,
  neverUsed: 'Never used',
  lastUsed: (when: string) => `Last used ${when}`,
  on: (device: string) => `on ${device}`,
  synced: 'Copied to your other devices',
  oneDevice: 'On one device',
  otherHost: (host: string) => `Works only at ${host}, not here`,
  moved: (host: string) =>
    `Passkeys work only at the address that they were made for. Add new ones for ${host}, and remove the others.`,
  domain: (host: string, hasPassword: boolean) =>
    hasPassword
      ? `Passkeys work only at ${host}. If this site moves to another address, you sign in there with your password and a recovery code, and add new ones.`
      : `Passkeys work only at ${host}. If this site moves to another address, you sign in there another way, and add new ones.`,
  withoutPasswords:
    'This site does not use passwords. To sign in, you need your authenticator app or a recovery code only if it does again.',
  rename: 'Rename',
  renameOne: (name: string) => `Rename ${name}`,
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  failed: 'That did not work. Please try again.',
  addedToast: 'Passkey added',
  removedToast: 'Passkey removed',
  naming: {
    title: 'Add a passkey',
    about: 'Your device asks for your fingerprint, face or PIN.',
    first: (passwords: boolean) =>
      passwords
        ? 'From then on, your password alone no longer opens your account. Next, you get recovery codes for when the passkey is not at hand.'
        : 'Next, you get recovery codes. To sign in, you need them only if this site uses passwords again.',
    name: 'Name',
    nameHint: 'Where it is kept, such as "My phone" or "Blue security key".',
    submit: 'Continue',
    cancel: 'Cancel',
    canceled: 'No passkey was added. Your device canceled, or took too long.',
    known: 'This device already has a passkey for your account.',
    defaultName: 'My passkey',
  },
  renaming: { title: 'Rename the passkey', submit: 'Save', cancel: 'Cancel' },
  removing: {
    title: (name: string) => `Remove ${name}?`,
    about: 'It no longer opens your account. Your device keeps its part: delete that there, too.',
    last: (passwords: boolean) =>
      passwords
        ? 'It is your last passkey and second factor: from then on, your password alone opens your account, and your recovery codes end.'
        : 'It is your last passkey and second factor: your recovery codes end, too.',
    submit: 'Remove',
    cancel: 'Cancel',
  },
  codes: {
    title: 'Recovery codes',
    left: (n: number) => `${counted(n, { one: 'code', other: 'codes' })} left`,
    about:
      'With your password, a code opens your account when no passkey or authenticator app is at hand. Each works once.',
    renew: 'Make new codes',
    renewQuestion: 'Make new recovery codes?',
    renewAbout: 'Your earlier codes stop working.',
    cancel: 'Cancel',
    shown: 'Your recovery codes',
    once: `Keep these ${recoveryCodes.count} codes where you can find them without this device. They are not shown again.`,
    list: 'Recovery codes',
    download: 'Download',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Your browser did not allow copying. Select the text and copy it.',
    done: 'I have stored them',
    file: (host: string) => `recovery-codes-${host}.txt`,
    fileHead: (host: string) =>
      `Recovery codes for ${host}\n\nWith your password, each code opens your account once.`,
  },
  authenticator: {
    title: 'Authenticator app',
    about: 'An app on your phone shows a new code every 30 seconds. It is asked for after your password.',
    isOn: 'After your password, you are asked for a code that the app shows.',
    add: 'Set up an authenticator app',
    scan: 'Scan this with the app, or type the key into it. Then enter the code that it shows.',
    qr: 'QR code for the authenticator app',
    secret: 'Key to type',
    openApp: 'Open in the app',
    code: 'Code',
    codeHint: '6 digits',
    codeRequired: 'Enter the code that the app shows.',
    first:
      'From then on, your password alone no longer opens your account. Next, you get recovery codes for when the app is not at hand.',
    submit: 'Turn on',
    added: 'Authenticator app added',
    removeLabel: 'Remove the authenticator app',
    removing: {
      title: 'Remove the authenticator app?',
      about: 'Its codes no longer open your account, and all browsers are asked for a code again.',
      last: (passwords: boolean) =>
        passwords
          ? 'It is your only second factor: from then on, your password alone opens your account, and your recovery codes end.'
          : 'It is your only second factor: your recovery codes end, too.',
      done: 'Authenticator app removed',
    },
  },
  remembered: {
    title: 'Remembered browsers',
    about: 'After your password, these browsers are not asked for a code.',
    unknown: 'Unknown device',
    period: (from: string, to: string) => `Since ${from}, until ${to}`,
    forget: 'Forget',
    forgetOne: (device: string) => `Forget ${device}`,
    forgotten: 'The browser is asked for a code again.',
  },
  password: {
    title: 'Without a password',
    about: 'You can sign in without it. Remove the password, so that no one can guess it.',
    remove: 'Remove the password',
    question: 'Remove your password?',
    isOff: (by: { passkey: boolean; provider: string | undefined }, needsCode: boolean) => {
      const ways = [
        by.passkey && 'your passkey',
        by.provider !== undefined && `your account at ${by.provider}`,
      ].filter((way) => way !== false);
      return [
        `You sign in with ${list(ways, 'disjunction')}. To set a password, use "Forgot password?" on the sign-in page.`,
        ...(needsCode ? ['You also need a recovery code or your authenticator app for that.'] : []),
      ].join(' ');
    },
    done: 'Password removed',
  },
  confirming: {
    title: 'Confirm that it is you',
    about: 'For this change, you must have confirmed within the last hour that it is you.',
    passkey: 'Use a passkey',
    or: 'Or use your password:',
    password: 'Password',
    passwordRequired: 'Enter your password.',
    code: 'Code',
    codeHint: 'From your authenticator app, or a recovery code.',
    submit: 'Confirm',
    cancel: 'Cancel',
    canceled: 'Your device canceled, or took too long. Please try again.',
  },
} as const;

const notYouRemove = (passwords: boolean) =>
  passwords
    ? "If this wasn't you, remove it in your settings, end the other sessions there, and change your password."
    : "If this wasn't you, remove it in your settings, and end the other sessions there.";
const notYouRemoved = (passwords: boolean) =>
  passwords
    ? "If this wasn't you, end the other sessions in your settings, change your password, and add it again."
    : "If this wasn't you, end the other sessions in your settings, and add it again.";
const openLink = `If this wasn't you, open the link within ${accountLimits.undoHours} hours.`;

/** `passwords`: whether they open accounts here. */
export const mailTexts = {
  changes: {
    first: {
      subject: (instanceName: string) => `A passkey was added to your account on ${instanceName}`,
      heading: 'A passkey was added',
      body: (instanceName: string, passwords: boolean) =>
        passwords
          ? `It opens your account on ${instanceName}, and your password alone no longer does.`
          : `It opens your account on ${instanceName}.`,
      notYou: (passwords: boolean) =>
        passwords
          ? `${openLink} It removes the passkey and its recovery codes, ends all sessions, removes the extra addresses and lets you set a new password.`
          : `${openLink} It removes the passkey and its recovery codes, ends all sessions and removes the extra addresses.`,
    },
    added: {
      subject: (instanceName: string) => `A passkey was added to your account on ${instanceName}`,
      heading: 'A passkey was added',
      body: (instanceName: string, passwords: boolean) =>
        passwords
          ? `It opens your account on ${instanceName}, like your password does.`
          : `It opens your account on ${instanceName}.`,
      notYou: notYouRemove,
    },
    removed: {
      subject: (instanceName: string) => `A passkey was removed from your account on ${instanceName}`,
      heading: 'A passkey was removed',
      body: (instanceName: string) => `It no longer opens your account on ${instanceName}.`,
      notYou: notYouRemoved,
    },
    codesRenewed: {
      subject: (instanceName: string) => `You have new recovery codes on ${instanceName}`,
      heading: 'You have new recovery codes',
      body: (instanceName: string) => `Your earlier recovery codes for ${instanceName} no longer work.`,
      notYou: (passwords: boolean) =>
        passwords
          ? "If this wasn't you, make new ones in your settings, end the other sessions there, and change your password."
          : "If this wasn't you, make new ones in your settings, and end the other sessions there.",
    },
    firstAuthenticator: {
      subject: (instanceName: string) => `An authenticator app was added to your account on ${instanceName}`,
      heading: 'An authenticator app was added',
      body: (instanceName: string, passwords: boolean) =>
        passwords
          ? `From now on, ${instanceName} asks for one of its codes after your password.`
          : `It is a second factor of your account on ${instanceName} now.`,
      notYou: (passwords: boolean) =>
        passwords
          ? `${openLink} It removes the app and its recovery codes, ends all sessions, removes the extra addresses and lets you set a new password.`
          : `${openLink} It removes the app and its recovery codes, ends all sessions and removes the extra addresses.`,
    },
    authenticatorAdded: {
      subject: (instanceName: string) => `An authenticator app was added to your account on ${instanceName}`,
      heading: 'An authenticator app was added',
      body: (instanceName: string, passwords: boolean) =>
        passwords
          ? `From now on, one of its codes, after your password, opens your account on ${instanceName}.`
          : `It is a second factor of your account on ${instanceName} now.`,
      notYou: notYouRemove,
    },
    authenticatorRemoved: {
      subject: (instanceName: string) =>
        `The authenticator app was removed from your account on ${instanceName}`,
      heading: 'The authenticator app was removed',
      body: (instanceName: string) => `Its codes no longer open your account on ${instanceName}.`,
      notYou: notYouRemoved,
    },
    passwordRemoved: {
      subject: (instanceName: string) => `The password of your account on ${instanceName} was removed`,
      heading: 'Your password was removed',
      body: (instanceName: string) => `You can still sign in to ${instanceName} without one.`,
      notYou: (passwords: boolean) =>
        passwords
          ? 'If this wasn\'t you, set a new password with "Forgot password?" on the sign-in page, and end the other sessions in your settings.'
          : "If this wasn't you, end the other sessions in your settings.",
    },
    reset: {
      subject: (instanceName: string) => `Your second factor on ${instanceName} was removed`,
      heading: 'Your second factor was removed',
      body: (instanceName: string, passwords: boolean) =>
        passwords
          ? `The operator of ${instanceName} has removed your passkeys, authenticator app and recovery codes. All sessions have ended. Your password opens your account again.`
          : `The operator of ${instanceName} has removed your passkeys, authenticator app and recovery codes. All sessions have ended. Sign in with the service that the sign-in page names.`,
      notYou: (passwords: boolean) =>
        passwords
          ? 'If you did not ask for this, set a new password, and ask the operator. Then add a second factor again.'
          : 'If you did not ask for this, ask the operator. Then add a passkey again.',
    },
  },
  action: 'Open your settings',
  undo: 'Undo this',
  why: 'You received this email because it is about how your account is opened.',
} as const;
