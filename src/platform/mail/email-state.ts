/**
 * What the sender should know about an email. `held`: until the sender verifies their own address (R-A3). `waiting`: over
 * a limit, sent automatically once there is room (R-A8). `failed`: it will not be sent (R-J1).
 */
export const emailStates = ['held', 'waiting', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];

/** Whether emails leave this instance. If not, production mode holds them until the operator sets up a mail server. */
let leaves = true;

/** Called with the instance's settings before anything is shown. */
export function setEmailLeaves(value: boolean): void {
  leaves = value;
}

const held = {
  title: 'Email is not set up here yet',
  sentence: 'The email is held until the operator of this instance sets up email. Please ask the operator.',
};

/** Why an email that was accepted does not arrive, and who can change that. */
export const heldText = {
  toast: { title: held.title, description: held.sentence },
  detail: { title: held.title, detail: held.sentence },
  verification: `Your email is not verified: this instance cannot send email yet. ${held.sentence}`,
} as const;

/** A text that says that an email was sent, or what is true instead while none leaves this instance. */
export const ifEmailLeaves = <Sent, Held>(sent: Sent, held: Held): Sent | Held => (leaves ? sent : held);
