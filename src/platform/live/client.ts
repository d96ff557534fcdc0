// Live events. An event has the kind and id of what changed. Listeners read it again by an ordinary call, with the rights
// that they have then.
import { listenOnSocket, startSocketFrom, startSocketSince } from './client-socket.ts';
import type { Connected, LiveEvent, LiveListener } from './listener.ts';

type Listen = (listener: Connected) => () => void;

let listen: Listen = listenOnSocket;

/** From now on, events come from `source`, not the server: there is no session, and the browser stores the log. */
export function listenLocally(source: Listen): void {
  listen = source;
}

/** The page has data of this position (`livePosition`): its socket begins with the events since then. */
export const listenFrom: (position: string) => void = startSocketFrom;

/** The page has begun to read its data at that time, in milliseconds since the epoch: its socket begins with events since. */
export const listenSince: (at: number) => void = startSocketSince;

/** Listens until the returned function is called. */
export function listenLive<Kind extends string>({ kinds, onEvent, ...rest }: LiveListener<Kind>): () => void {
  const receive = ({ kind: received, id }: LiveEvent) => {
    const kind = kinds?.find((known) => known === received);
    if (kind !== undefined) onEvent?.({ kind, id });
  };
  return listen({ ...rest, ...(kinds && { kinds }), receive });
}
