import { hasCode } from '#platform/http/client.ts';

/** Whether a change failed because the goal had left the list, in another tab or on another device: nothing to revert. */
export function isOffList(error: unknown): boolean {
  return hasCode(error, 'not_found', 'goal_off_list');
}
