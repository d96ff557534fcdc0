import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A path inside the checkout. */
export function inRoot(...parts) {
  return join(root, ...parts);
}
