// What all windows of one browser know of the session: whose it is and until when. No secret; the tokens are cookies.
const key = 'logbook-session';

export type SessionMemory = {
  userId: string;
  /** Unix seconds. */
  expiresAt: number;
};

function parse(text: string | null): SessionMemory | undefined {
  const [userId, expiresAt] = text?.split(' ') ?? [];
  return userId && expiresAt ? { userId, expiresAt: Number(expiresAt) } : undefined;
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

export function forgetSession(): void {
  own = undefined;
  try {
    localStorage.removeItem(key);
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

/** Hears what other windows learn; `undefined` means that one of them signed out. */
export function onSessionElsewhere(heard: (memory: SessionMemory | undefined) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) heard(parse(event.newValue));
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** Takes away what this browser keeps under somebody's id: drafts and the like. For an account that is gone. */
export function forgetPerson(userId: string): void {
  forgetSession();
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith(`:${userId}`)) localStorage.removeItem(key);
    }
    sessionStorage.clear();
  } catch {
    // Nothing was stored.
  }
}
