import { useQuery } from '@tanstack/react-query';
import { useId, type ComponentProps } from 'react';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { TextInput } from '#ui/text-input.tsx';
import { suggestionsQuery, type Suggestions } from '../queries/suggestions-query.ts';

type Props = ComponentProps<typeof TextInput> & {
  /** Which addresses are suggested. */
  suggest: keyof Suggestions;
  scope: Scope;
};

/** The address of another person. Suggests addresses that the user has used before, if there are any. */
export function AddressInput({ suggest, scope, ...rest }: Props) {
  const list = useId();
  const { data } = useQuery(suggestionsQuery(scope));
  const addresses = data?.[suggest] ?? [];
  return (
    <>
      <TextInput
        {...rest}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        list={addresses.length > 0 ? list : undefined}
      />
      {addresses.length > 0 && (
        <datalist id={list}>
          {addresses.map((address) => (
            <option key={address}>{address}</option>
          ))}
        </datalist>
      )}
    </>
  );
}
