import { FailedPart, fetched } from '#ui/fetched.tsx';
import { Later } from '#ui/later.tsx';
import { ProviderLoading } from './provider-loading.tsx';

const Connection = fetched(
  async () => (await import('./connection.tsx')).ProviderConnection,
  FailedPart,
  <ProviderLoading />,
);

/** The section of the settings about the provider. */
export function ProviderSection() {
  return (
    <Later waiting={<ProviderLoading />}>
      <Connection />
    </Later>
  );
}
