// Which of the sections above the tabs is open on a phone. Larger windows show all of them.
import { createStore } from '#ui/store.ts';

export type ProofPart = 'invitations' | 'vouches' | 'resume';

/** It outlives the dashboard, so that a section stays open after a visit to the settings. */
export const proof = createStore<{ open: ProofPart | undefined }>({ open: undefined });

/** The id of the element that a chip shows and hides. */
export const proofId = (part: ProofPart) => `proof-${part}`;
