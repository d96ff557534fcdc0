import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findTags } from '../../tag-rules.ts';
import { filterOf, type FilterPlace } from './filter.ts';

/** After the last letter, in milliseconds. */
const debounceMs = 200;

/** What is typed into the search, and how it gets into the address; and back, when the address changes by itself. */
export function useSearchInput({ filter, show }: FilterPlace) {
  const q = filter.q ?? '';
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);

  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);

  const send = useEffectEvent((words: string) => {
    if (words === sent.current) return;
    sent.current = words;
    show(filterOf({ ...filter, q: words || undefined }), 'type');
  });
  useEffect(() => {
    const timer = setTimeout(() => send(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);

  function set(words: string, tag: string | undefined) {
    sent.current = words;
    setTyped(words);
    show(filterOf({ ...filter, q: words || undefined, tag: tag ?? filter.tag }), 'choose');
  }
  /** A typed #tag becomes the chosen one, if there is none yet. */
  function submit() {
    const [first] = filter.tag === undefined ? findTags(typed) : [];
    if (first) set(without(typed, first.at, first.length), first.key);
    else if (typed.trim() !== sent.current) set(typed.trim(), undefined);
  }
  const begun = /(?:^|\s)#([^\s#]*)$/u.exec(typed);
  return {
    typed,
    setTyped,
    submit,
    /** Back to the whole timeline. */
    clear() {
      sent.current = '';
      setTyped('');
      show({}, 'choose');
    },
    /** The tag that is being typed, without its #. */
    tagPrefix: filter.tag === undefined ? begun?.[1] : undefined,
    chooseTag: (tag: string) => set(begun ? typed.slice(0, begun.index).trim() : typed.trim(), tag),
  };
}

function without(text: string, at: number, length: number): string {
  return `${text.slice(0, at)} ${text.slice(at + length)}`.replace(/\s+/g, ' ').trim();
}
