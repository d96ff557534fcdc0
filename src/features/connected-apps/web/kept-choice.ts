// Confirming at the provider leaves the page. A user who has narrowed what the app may do must find that on return: the form
// would otherwise offer everything again.
import type { Scope } from '#features/api-tokens/contract.ts';
import { remember, remembered } from '#ui/tab-memory.ts';

export type Choice = { scopes: Scope[]; days: number };

const keyOf = (requestId: string) => `allow-app ${requestId}`;

export const keepChoice = (requestId: string, choice: Choice): void =>
  remember(keyOf(requestId), JSON.stringify(choice));

export function keptChoice(requestId: string): Choice | undefined {
  const kept = remembered(keyOf(requestId));
  return kept === null ? undefined : (JSON.parse(kept) as Choice);
}
