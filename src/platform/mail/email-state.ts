/**
 * What the sender should know about an email. `held`: until the sender verifies their own address (R-A3). `waiting`: over
 * a limit, sent automatically once there is room (R-A8). `failed`: it will not be sent (R-J1).
 */
export const emailStates = ['held', 'waiting', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];
