import { useQuery } from '@tanstack/react-query';
import { useId, type ComponentProps } from 'react';
import { guestId } from '#features/guest/contract.ts';
import type { Scope } from '#features/accounts/web/session/scope.ts';
import { managerSuggestions } from '#features/teams/visibility-rules.ts';
import { TextInput } from '#ui/text-input.tsx';
import { managersQuery } from '../queries/managers-query.ts';
import { suggestionsQuery, type Suggestions } from '../queries/suggestions-query.ts';

type Props = ComponentProps<typeof TextInput> & {
  /** Which addresses are suggested. */
  suggest: keyof Suggestions;
  scope: Scope;
};

/** The address of another person. Suggests connected managers (R-B6) and addresses that the user has used before. */
export function AddressInput({ suggest, scope, ...rest }: Props) {
  const list = useId();
  const { data } = useQuery(suggestionsQuery(scope));
  const isGuest = scope.userId === guestId;
  const { data: managers = [] } = useQuery({
    ...managersQuery(scope),
    enabled: suggest === 'managers' && !isGuest,
  });
  const addresses = managerSuggestions(suggest === 'managers' ? managers : [], data?.[suggest] ?? []);
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
