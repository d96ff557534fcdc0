import { newId } from '../clock/id.ts';

/** Input that was sent, or may have been: the server may have it under its id, although no response arrived. */
export type Resendable = {
  id: string;
  /** The input last sent with this id. */
  sentAs: string | undefined;
};

/**
 * The draft to send: under its id, or under a new one if its input has changed since it was last sent. A retry of the
 * same input therefore writes nothing twice. `inputOf`: what the request contains, as one string. `renewed`: the draft with new ids.
 */
export function readyToSend<Draft extends Pick<Resendable, 'sentAs'>>(
  draft: Draft,
  inputOf: (draft: Draft) => string,
  renewed: (draft: Draft) => Draft,
): Draft {
  const changed = draft.sentAs !== undefined && draft.sentAs !== inputOf(draft);
  const ready = changed ? renewed(draft) : draft;
  return { ...ready, sentAs: inputOf(ready) };
}

export const underNewId = <Draft extends Resendable>(draft: Draft): Draft => ({ ...draft, id: newId() });
