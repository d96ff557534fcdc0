/** Copy of the email to a manager. `name`: the sender's name or address; null for neither. */
export const managerMailTexts = {
  subject: (name: string | null, instance: string) =>
    name === null ? `A check-in was shared with you on ${instance}` : `${name} shared a check-in with you`,
  heading: (name: string | null) =>
    name === null ? 'A check-in was shared with you' : `${name} shared a check-in with you`,
  open: 'Open the snapshot',
  shortened: 'This is the beginning. The snapshot shows more.',
  about: (instance: string, days: number) =>
    `${instance} is where they log their work. You do not need an account to read it: the link works for ${days} days, as long as they share the check-in with you.`,
  why: (sender: string | null, to: string) =>
    `${sender ?? 'A user'} named ${to} as the manager to share this check-in with.`,
} as const;
