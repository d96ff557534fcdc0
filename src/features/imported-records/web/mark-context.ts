import { createContext, type ReactNode } from 'react';
import type { ImportedRecord } from '../contract.ts';

export type MarkProps = {
  row: ImportedRecord;
  credential: string;
  title: string;
  /** For a credential that proves nothing about the record. */
  unchecked: string;
};

/** Marks a vouch with a credential. The app provides it: the feature that checks credentials knows this one. */
export const CredentialMarks = createContext<((props: MarkProps) => ReactNode) | undefined>(undefined);
