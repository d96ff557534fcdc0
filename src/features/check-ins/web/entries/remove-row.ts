import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { finishRemoval, startRemoval } from '../queries/check-in-changes.ts';
import { endSlide, slideOut } from './row-motion.ts';

/** Slides an entry's row out, then removes it from the lists. The caller updates the counts. */
export async function removeRow(queries: QueryClient, scope: Scope, id: string): Promise<void> {
  if (!startRemoval(id)) return;
  await slideOut(id);
  if (!finishRemoval(queries, scope, id)) endSlide(id);
}
