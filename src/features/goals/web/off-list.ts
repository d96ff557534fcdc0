import { Problem } from '#platform/http/client.ts';

/** Whether a change failed because the goal left the list elsewhere: then nothing needs to come back. */
export function isOffList(error: unknown): boolean {
  return error instanceof Problem && (error.status === 404 || error.code === 'goal_off_list');
}
