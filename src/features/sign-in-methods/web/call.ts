import { client } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

export const call = client<typeof operations>();

/** Groups the toasts. */
export const about = 'passkeys';
