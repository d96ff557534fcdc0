// Pure rules for the wins in local storage (R-K1), shared by the playbook and the dashboard.
import { countCharacters, normalizeText } from '#platform/text/plain-text.ts';
import { winLimits } from './constants.ts';
import type { StoredWins, Win } from './contract.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The wins in a stored value, at most 10. Anything that is not a valid win is left out: a user can edit the storage. */
export function readWins(stored: string | null): Win[] {
  if (stored === null) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored);
  } catch {
    return [];
  }
  if (!isRecord(parsed) || !Array.isArray(parsed['wins'])) return [];
  const wins = (parsed['wins'] as unknown[]).filter(isWin);
  const known = new Set<string>();
  return wins
    .filter(({ id }) => !known.has(id) && known.add(id))
    .slice(0, winLimits.wins)
    .map(({ id, text, at }) => ({ id, text, at }));
}

/** The value to store. */
export function writeWins(wins: Win[]): string {
  return JSON.stringify({ wins } satisfies StoredWins);
}

/** Why a text is not a win, or undefined if it is. */
export function winProblem(text: string): 'empty' | 'too_long' | undefined {
  const normal = normalizeText(text);
  if (normal === '') return 'empty';
  return countCharacters(normal) > winLimits.text ? 'too_long' : undefined;
}

function isWin(value: unknown): value is Win {
  if (!isRecord(value)) return false;
  const { id, text, at } = value;
  if (typeof id !== 'string' || typeof text !== 'string' || typeof at !== 'string') return false;
  return uuid.test(id) && winProblem(text) === undefined && !Number.isNaN(Date.parse(at));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
