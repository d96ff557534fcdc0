import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import type { Problems } from '#ui/use-form.ts';
import type { ShareRefusal } from '../../share-contract.ts';
import type { ShareInput } from '../drafts/share-input.ts';

export const shareFields = ['managerEmail', 'teammateEmail', 'message'] as const;
/** Names of the controls. */
export type ShareField = (typeof shareFields)[number];

export type ShareFieldsProps = {
  share: ShareInput;
  problems: Problems<ShareField>;
  scope: Scope;
  onChange: (change: Partial<ShareInput>) => void;
};

/** The part of the dialog of a new entry that shares it. The page provides it, because sharing imports this feature. */
export type SharePart = {
  Fields: ComponentType<ShareFieldsProps>;
  texts: Record<ShareRefusal, { title: string; detail: string }>;
  /** The field that explains a refusal. Without one, a toast does. */
  fieldOf: Partial<Record<string, ShareField>>;
  /** Missing input that is also reported by a toast. */
  toasted: readonly ShareRefusal[];
  /** Why the entry cannot be shared as entered. */
  problemOf: (share: ShareInput, scope: Scope, queries: QueryClient) => ShareRefusal | undefined;
  /** Called after each change. */
  onChange: (change: Partial<ShareInput>, share: ShareInput, scope: Scope) => void;
  /** Whether the entry must not be saved with this input. If so, a toast says why. */
  isBarred: (share: ShareInput, scope: Scope) => boolean;
  /** Called when the dialog closes. */
  onClose: () => void;
};
