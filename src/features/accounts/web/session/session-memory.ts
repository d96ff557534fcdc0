// The session's user and expiry, shared by all tabs of one browser. No secrets: the tokens are in cookies.
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

/** Fallback when the browser denies storage: then each tab knows only its own session. */
let ownMemory: SessionMemory | undefined;

export function rememberSession(memory: SessionMemory): void {
  ownMemory = memory;
  try {
    localStorage.setItem(key, `${memory.userId} ${memory.expiresAt}`);
  } catch {
    // Each tab then renews the session on its own.
  }
}

/** Forgets the session in all tabs and notifies them. `reason` is set if the user signed out. */
export function clearMemory(reason?: 'signed out'): void {
  ownMemory = undefined;
  try {
    if (reason) localStorage.setItem(key, reason);
    else localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The latest session known to any tab of this browser. */
export function knownSession(): SessionMemory | undefined {
  try {
    return parse(localStorage.getItem(key)) ?? ownMemory;
  } catch {
    return ownMemory;
  }
}

/** Listens for session changes in other tabs. Without a session, `signedOut` is true after a sign-out there. */
export function onSessionChangeInOtherTab(
  onChange: (memory: SessionMemory | undefined, signedOut: boolean) => void,
): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) onChange(parse(event.newValue), event.newValue === 'signed out');
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}
