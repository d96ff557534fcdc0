// What a listener of live events receives, from the server's socket or another source.

/** Something of this kind changed: one of the `liveKinds` of contracts. The id `many` stands for several rows. */
export type LiveEvent<Kind extends string = string> = { kind: Kind; id: string };

export type LiveListener<Kind extends string = string> = {
  /** The kinds of events that `onEvent` is called for: the `liveKinds` of contracts. Default: none. */
  kinds?: readonly Kind[];
  onEvent?: (event: LiveEvent<Kind>) => void;
  /** The socket is connected, for the first time or again. */
  onConnect?: () => void;
  /** Events may have been missed: what is shown has to be read again. */
  onMissed?: () => void;
  /**
   * When the listener's data was read, in milliseconds since the epoch; 0 while it is being read. A listener that begins
   * on an open connection is notified by `onMissed` only if an event of its kinds came since then. Without it, always.
   */
  readAt?: () => number;
  /** The server refused this page's session twice in a row: the session may have ended. */
  onRefused?: () => void;
};

/** A listener that is connected to a source of events. */
export type Connected = Omit<LiveListener, 'onEvent'> & {
  /** Receives every event, and forwards those of the listener's kinds. */
  receive: (event: LiveEvent) => void;
};
