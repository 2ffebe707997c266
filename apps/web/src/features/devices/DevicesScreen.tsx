import type { Device } from '@bourse/protocol';
import { Button, Chip, Confirm, EmptyState, List, Row, toast } from '@bourse/ui';
import { useState } from 'react';
import { cache, call, lastValue, readKey, useAction, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './DevicesScreen.module.css';

/** So much of a key's name is enough to compare two by eye. */
const shownOfKey = 12;

/** Which devices are signed in to the account, and which of them sign what they send. */
export function DevicesScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('devices.title')}
      lead={t('devices.lead')}
      body={signedIn ? <Devices /> : <SignInFirst title={t('devices.signIn')} text={t('devices.signInText')} />}
    />
  );
}

function Devices() {
  const t = useT();
  const remote = useRead('GET system/member/device-list', {}, { needsSession: true, staleMs: 0 });
  const devices = lastValue(remote);
  const [asked, setAsked] = useState<Device>();
  const revoke = useAction(async ({ id, name }: Device) => {
    await call('POST system/member/device-revoke', { id });
    setAsked(undefined);
    toast('success', t('devices.revoked', { device: name }));
    await cache.refetch(readKey('GET system/member/device-list', {}));
  });
  if (!devices) return <Unread remote={remote} rows={2} height={96} />;
  if (devices.length === 0) return <EmptyState title={t('devices.none')}>{t('devices.noneText')}</EmptyState>;
  const plain = devices.some(({ current, signed }) => current && !signed);
  return (
    <>
      <List label={t('devices.list')}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onRevoke={() => setAsked(device)} />
        ))}
      </List>
      <p className={styles.note}>{t(plain ? 'devices.unsignedHere' : 'devices.keyText')}</p>
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('devices.revokeTitle', { device: asked?.name ?? '' })}
        confirm={t('devices.revoke')}
        cancel={t('common.cancel')}
        kind="danger"
        busy={revoke.busy}
        onConfirm={() => asked && void revoke.run(asked)}
      >
        {t('devices.revokeText')}
      </Confirm>
    </>
  );
}

function DeviceRow({ device, onRevoke }: { device: Device; onRevoke: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { name, current, signed, key, lastSeenAt, signedInAt } = device;
  return (
    <Row
      tall
      title={
        <span className={styles.name}>
          {name}
          {current && <Chip>{t('devices.current')}</Chip>}
          <Chip tone={signed ? 'ok' : 'warn'}>{t(signed ? 'devices.signed' : 'devices.unsigned')}</Chip>
        </span>
      }
      under={
        <span className={styles.facts}>
          {key !== null && <span className={styles.key}>{t('devices.key', { key: key.slice(0, shownOfKey) })}</span>}
          <span>
            {current
              ? t('devices.signedIn', { time: formatTime(signedInAt, 'dateTime', zone) })
              : t('devices.lastSeen', { time: formatTime(lastSeenAt, 'dateTime', zone) })}
          </span>
        </span>
      }
      end={
        current ? undefined : (
          <Button kind="outline" size="small" onClick={onRevoke} aria-label={t('devices.revokeOf', { device: name })}>
            {t('devices.revoke')}
          </Button>
        )
      }
    />
  );
}
