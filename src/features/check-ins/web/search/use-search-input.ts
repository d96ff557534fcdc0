import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { findTags } from '../../tag-rules.ts';
import { filterOf, type FilterPlace } from './filter.ts';

/** Delay after the last keystroke, in milliseconds. */
const debounceMs = 50;

/** The search input, synced with the URL in both directions. */
export function useSearchInput({ filter, show }: FilterPlace) {
  const q = filter.q ?? '';
  const [input, setInput] = useState(q);
  const sent = useRef(q);

  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setInput(q);
  }, [q]);

  const send = useEffectEvent((query: string) => {
    if (query === sent.current) return;
    sent.current = query;
    show(filterOf({ ...filter, q: query || undefined }), 'type');
  });
  useEffect(() => {
    const timer = setTimeout(() => send(input.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [input]);

  function set(query: string, tag: string | undefined) {
    sent.current = query;
    setInput(query);
    show(filterOf({ ...filter, q: query || undefined, tag: tag ?? filter.tag }), 'choose');
  }
  /** Turns the first #tag in the input into the tag filter, if there is none yet. */
  function submit() {
    const [first] = filter.tag === undefined ? findTags(input) : [];
    if (first) set(without(input, first.at, first.length), first.key);
    else if (input.trim() !== sent.current) set(input.trim(), undefined);
  }
  const partialTag = /(?:^|\s)#([^\s#]*)$/u.exec(input);
  return {
    input,
    setInput,
    submit,
    /** Clears the input and all filters. */
    clear() {
      sent.current = '';
      setInput('');
      show({}, 'choose');
    },
    /** The tag that the user is typing, without its #. */
    tagPrefix: filter.tag === undefined ? partialTag?.[1] : undefined,
    chooseTag: (tag: string) => set(partialTag ? input.slice(0, partialTag.index).trim() : input.trim(), tag),
  };
}

function without(text: string, at: number, length: number): string {
  return `${text.slice(0, at)} ${text.slice(at + length)}`.replace(/\s+/g, ' ').trim();
}
