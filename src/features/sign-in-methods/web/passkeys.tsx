import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deviceName } from '#features/accounts/web/settings/device-name.ts';
import { connectionQuery } from '#features/single-sign-on/web/queries.ts';
import { ways } from '#features/single-sign-on/web/ways.ts';
import { Button } from '#ui/button.tsx';
import { FailedLine } from '#ui/failed-line.tsx';
import type { Passkey } from '../contract.ts';
import { texts } from '../texts.ts';
import { AddPasskey } from './add-passkey.tsx';
import { Authenticator } from './authenticator.tsx';
import { PasskeysLoading } from './passkeys-loading.tsx';
import { methodsQuery } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RemovePasskey } from './remove-passkey.tsx';
import { RememberedDevices } from './remembered-devices.tsx';
import { RemovePassword } from './remove-password.tsx';
import { RenamePasskey } from './rename-passkey.tsx';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

type Opened = { dialog: 'add' } | { dialog: 'rename' | 'remove'; passkey: Passkey };

/** The user's passkeys, authenticator app, recovery codes and remembered browsers. */
export function Passkeys() {
  const queries = useQueryClient();
  const addButton = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const { data, isError, refetch } = useQuery(methodsQuery);
  const { data: connection } = useQuery({ ...connectionQuery, enabled: ways.provider !== undefined });
  if (isError && !data)
    return <FailedLine text={texts.loadFailed} again={texts.tryAgain} onRetry={() => void refetch()} />;
  if (!data) return <PasskeysLoading />;

  const { passkeys, rp_id: host, codes_left: codesLeft } = data;
  const by = {
    passkey: passkeys.some(({ rp_id: of }) => of === host),
    provider: connection?.identity ? (connection.provider ?? undefined) : undefined,
  };
  const close = () => setOpened(undefined);
  const changed = () => queries.invalidateQueries({ queryKey: methodsQuery.queryKey });
  async function removed() {
    await changed();
    // The button that had the focus is gone.
    addButton.current?.focus();
  }
  return (
    <div className="grid gap-3">
      {passkeys.length > 0 && (
        <ul aria-label={texts.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              host={host}
              onRename={() => setOpened({ dialog: 'rename', passkey })}
              onRemove={() => setOpened({ dialog: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      <p className="text-meta font-normal wrap-anywhere text-ink-2">
        {passkeys.some(({ rp_id: of }) => of !== host)
          ? texts.moved(host)
          : texts.domain(host, ways.passwords && data.has_password)}
      </p>
      {'PublicKeyCredential' in globalThis ? (
        <div>
          <Button ref={addButton} onClick={() => setOpened({ dialog: 'add' })}>
            {texts.add}
          </Button>
        </div>
      ) : (
        <p className="text-button font-normal text-ink-2">{texts.unsupported}</p>
      )}
      {!ways.passwords && codesLeft !== null && (
        <p className="text-button font-normal text-ink-2">{texts.withoutPasswords}</p>
      )}
      {(ways.passwords || data.authenticator_app) && <Authenticator methods={data} onChanged={changed} />}
      {codesLeft !== null && <RecoveryCodes left={codesLeft} host={host} onRenewed={changed} />}
      {data.remembered_devices.length > 0 && (
        <RememberedDevices devices={data.remembered_devices} onChanged={changed} />
      )}
      {ways.passwords && (by.passkey || by.provider) && (
        <RemovePassword
          hasPassword={data.has_password}
          needsCode={codesLeft !== null}
          by={by}
          onChanged={changed}
        />
      )}
      {opened?.dialog === 'add' && (
        <AddPasskey isFirst={codesLeft === null} host={host} onAdded={changed} onClose={close} />
      )}
      {opened?.dialog === 'rename' && (
        <RenamePasskey passkey={opened.passkey} onRenamed={changed} onClose={close} />
      )}
      {opened?.dialog === 'remove' && (
        <RemovePasskey
          passkey={opened.passkey}
          isLast={passkeys.length === 1 && !data.authenticator_app}
          onRemoved={removed}
          onClose={close}
        />
      )}
    </div>
  );
}

type RowProps = { passkey: Passkey; host: string; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, host, onRename, onRemove }: RowProps) {
  const { name, rp_id: of } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-rule py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 grow basis-48">
        <p className="text-ui wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        {of !== host && (
          <p className="text-meta font-normal wrap-anywhere text-danger">{texts.otherHost(of)}</p>
        )}
        <p className="text-meta font-normal wrap-anywhere text-ink-3">{historyOf(passkey).join(' · ')}</p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={texts.renameOne(name)} onClick={onRename}>
          {texts.rename}
        </Button>
        <Button aria-label={texts.removeOne(name)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}

function historyOf({ created_at, last_used_at, user_agent, backed_up }: Passkey): string[] {
  const device = deviceName(user_agent);
  const used = last_used_at && texts.lastUsed(dateTime.format(new Date(last_used_at)));
  return [
    texts.added(day.format(new Date(created_at))),
    used ?? texts.neverUsed,
    ...(device ? [device] : []),
    backed_up ? texts.synced : texts.oneDevice,
  ];
}
