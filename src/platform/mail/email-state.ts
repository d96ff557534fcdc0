/**
 * What the sender should know about an email. `held`: until the sender verifies their own address (R-A3). `waiting`: over
 * a limit, sent automatically once there is room (R-A8). `failed`: it will not be sent (R-J1).
 */
export const emailStates = ['held', 'waiting', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];

/** Why an email that was accepted does not arrive. Messages need the sentence under one of two names. */
export type HeldText = { title: string; description: string; detail: string };

/**
 * Shown while no email leaves this instance because its operator has not set up a mail server. It is included with the
 * instance's settings, because most instances do not need it. Until then, it has no fields and is not shown.
 */
export const heldText = {} as HeldText;
let isHeld = false;

/** Called before anything is shown. Undefined: emails are sent. */
export function setHeldText(text: HeldText | undefined): void {
  isHeld = text !== undefined;
  Object.assign(heldText, text);
}

/** A text that says that an email was sent, or the text to show instead while this instance sends none. */
export const ifEmailLeaves = <Sent, Held>(sent: Sent, held: Held): Sent | Held => (isHeld ? held : sent);
