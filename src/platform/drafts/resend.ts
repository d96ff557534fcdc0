import { newId } from '../clock/id.ts';
import { filesOf } from './persisted-files.ts';

/** Input that was sent, or may have been: the server may have it under its id, although no response arrived. */
export type Resendable = {
  id: string;
  /** The input last sent with this id. */
  sentAs: string | undefined;
};

/**
 * The draft to send: under its id, or under a new one if its input has changed since it was last sent. A retry of the
 * same input therefore writes nothing twice. `inputOf`: what the request contains, as one string. `renewed`: the draft
 * with new ids.
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

/** The draft with a new id. Its files also get new ones: the server may have them under the old ones. */
export function underNewId<Draft extends Resendable>(draft: Draft): Draft {
  const files = filesOf(draft).files.map((file) => ({ ...file, id: newId() }));
  return { ...draft, ...('files' in draft && { files }), id: newId() };
}
