// "Download proof", an action of a verified vouch. The app shows the dialog of another feature for it.
import { createStore } from '#ui/store.ts';
import type { Vouch } from '../contract.ts';

export const provedVouch = createStore<{ vouch: Vouch | undefined }>({ vouch: undefined });
