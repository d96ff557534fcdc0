import { createContext, type ComponentType, type ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { Scope } from '#platform/reader/scope.ts';
import type { CheckIn } from '../../contract.ts';
import type { SharedWith } from '../drafts/share-request.ts';

/** An action of an entry. */
export type EntryTool = { label: string; Icon: LucideIcon; run: (entry: CheckIn) => void };

/** `entry`: undefined for one that is not sent yet. */
export type ShownEntry = { sharedWith: SharedWith; entry?: CheckIn; scope: Scope };

/** What other features add to entries. The page provides it, because entries know nothing of who sees them. */
export type EntryParts = {
  /** Offered before Edit and Delete. */
  tools: readonly EntryTool[];
  /** Below the text. */
  slip: (shown: ShownEntry) => ReactNode;
  /** The first of the notes below the text. Null: none. */
  marks: (shown: ShownEntry) => ReactNode;
  /** Above the fields of the dialog that edits an entry. */
  EditNote: ComponentType<{ entry: CheckIn }> & { preload: () => Promise<void> };
  /** Where entries can be brought from, offered next to the first one. */
  bring: { href: string; label: string };
};

export const EntryPartsContext = createContext<EntryParts | undefined>(undefined);
