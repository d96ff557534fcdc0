import { Problem } from '#platform/http/client.ts';

/** Whether a change failed because another tab took the goal off the list: then nothing needs to be reverted. */
export function isOffList(error: unknown): boolean {
  return error instanceof Problem && (error.status === 404 || error.code === 'goal_off_list');
}
