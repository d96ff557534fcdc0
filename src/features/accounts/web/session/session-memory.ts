// What all windows of one browser know of the session: whose it is and until when. No secret; the tokens are cookies.
const key = 'logbook-session';

export type SessionMemory = {
  userId: string;
  /** Unix seconds. */
  expiresAt: number;
};

function parse(text: string | null): SessionMemory | undefined {
  const [userId, expiresAt] = text?.split(' ') ?? [];
  return userId && Number(expiresAt) ? { userId, expiresAt: Number(expiresAt) } : undefined;
}

/** Storage may be closed to the page; then each window knows only its own. */
let own: SessionMemory | undefined;

export function rememberSession(memory: SessionMemory): void {
  own = memory;
  try {
    localStorage.setItem(key, `${memory.userId} ${memory.expiresAt}`);
  } catch {
    // Each window renews by itself then.
  }
}

/** Forgets the session in all windows; they hear whether the user signed out. */
export function clearMemory(why?: 'signed out'): void {
  own = undefined;
  try {
    if (why) localStorage.setItem(key, why);
    else localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The latest that any window of this browser learnt. */
export function knownSession(): SessionMemory | undefined {
  try {
    return parse(localStorage.getItem(key)) ?? own;
  } catch {
    return own;
  }
}

/** Hears what other windows learn; without a session, whether the user signed out there or it ended. */
export function onSessionElsewhere(
  heard: (memory: SessionMemory | undefined, signedOut: boolean) => void,
): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) heard(parse(event.newValue), event.newValue === 'signed out');
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
