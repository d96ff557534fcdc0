import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { nameOfAddress } from '#features/teams/visibility-rules.ts';
import { managersQuery } from '#features/teams/web/visibility/managers-query.ts';
import { suggestionsQuery, type Suggestions } from './suggestions-query.ts';

/** Suggests connected managers, by name (R-B6), and addresses that the user has used. Guests have none. */
export function AddressList({ id, kind }: { id: string; kind: string }) {
  const { data: session } = useQuery(sessionQuery);
  return session && <List id={id} kind={kind as keyof Suggestions} userId={session.user.id} />;
}

function List({ id, kind, userId }: { id: string; kind: keyof Suggestions; userId: string }) {
  const { data } = useQuery(suggestionsQuery({ userId }));
  const { data: managers = [] } = useQuery(managersQuery({ userId }));
  const addresses = data?.[kind] ?? [];
  if (addresses.length === 0) return null;
  return (
    <datalist id={id}>
      {addresses.map((address) => {
        const name = nameOfAddress(address, managers);
        return (
          <option key={address} value={address}>
            {name ? `${name} (${address})` : address}
          </option>
        );
      })}
    </datalist>
  );
}
