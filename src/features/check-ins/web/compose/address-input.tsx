import { useQuery } from '@tanstack/react-query';
import { useId, type ComponentProps } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { nameOfAddress } from '#features/teams/visibility-rules.ts';
import { TextInput } from '#ui/text-input.tsx';
import { managersQuery } from '../queries/managers-query.ts';
import { suggestionsQuery, type Suggestions } from '../queries/suggestions-query.ts';

type Props = ComponentProps<typeof TextInput> & {
  /** Which addresses are suggested. */
  suggest: keyof Suggestions;
  scope: Scope;
};

/** The address of another person. Suggests connected managers, by name (R-B6), and addresses that the user has used. */
export function AddressInput({ suggest, scope, ...rest }: Props) {
  const list = useId();
  const { data } = useQuery(suggestionsQuery(scope));
  const { data: managers = [] } = useQuery(managersQuery(scope));
  const addresses = (data?.[suggest] ?? []).map((address) => ({
    address,
    name: nameOfAddress(address, managers),
  }));
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
          {addresses.map(({ address, name }) => (
            <option key={address} value={address}>
              {name ? `${name} (${address})` : address}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}
