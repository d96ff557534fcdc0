import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react';
import { TextInput } from './text-input.tsx';

type Suggestions = {
  /** Of the `datalist`. */
  id: string;
  kind: string;
};

/** Renders a `datalist` of addresses to suggest, or nothing. The page provides it. */
export const AddressSuggestions = createContext<((list: Suggestions) => ReactNode) | undefined>(undefined);

type Props = ComponentProps<typeof TextInput> & {
  /** Which addresses are suggested. */
  suggest: string;
};

/** The email address of another person. */
export function AddressInput({ suggest, ...rest }: Props) {
  const id = useId();
  const renderList = use(AddressSuggestions);
  return (
    <>
      <TextInput
        {...rest}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        list={renderList && id}
      />
      {renderList?.({ id, kind: suggest })}
    </>
  );
}
