import type { SessionItem } from '@bourse/protocol';
import { Button, Chip, Confirm, IconComputer, IconSmartphone, List, Row, toast } from '@bourse/ui';
import { useState } from 'react';
import { cache, call, lastValue, readKey, useAction, useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import styles from '../security.module.css';

type Ending = SessionItem | 'others';

/** Where the account is signed in: device, network and time, each with its end. */
export function Sessions() {
  const t = useT();
  const remote = useRead('GET system/session/list', {}, { needsSession: true, staleMs: 0 });
  const list = lastValue(remote);
  const [asked, setAsked] = useState<Ending>();
  const end = useAction(async (one: Ending) => {
    const { ended } = await call('POST system/session/end', { id: one === 'others' ? one : one.id });
    setAsked(undefined);
    toast('success', one === 'others' ? t('security.endedOthers', { count: ended }) : t('security.endedOne', { device: one.name }));
    await Promise.all([cache.refetch(readKey('GET system/session/list', {})), cache.refetch(readKey('GET system/security/get', {}))]);
  });
  const others = list?.some(({ current }) => !current) ?? false;
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{t('security.sessions')}</h2>
        {others && (
          <Button kind="link" size="small" onClick={() => setAsked('others')}>
            {t('security.endOthers')}
          </Button>
        )}
        <p>{t('security.sessionsText')}</p>
      </div>
      {list ? (
        <List label={t('security.sessions')}>
          {list.map((one) => (
            <SessionRow key={one.id} session={one} onEnd={() => setAsked(one)} />
          ))}
        </List>
      ) : (
        <Unread remote={remote} rows={2} height={72} compact />
      )}
      <Confirm
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked === 'others' ? t('security.endOthersTitle') : t('security.endTitle', { device: asked?.name ?? '' })}
        confirm={t('security.end')}
        cancel={t('common.cancel')}
        kind="danger"
        busy={end.busy}
        onConfirm={() => asked && void end.run(asked)}
      >
        {t(asked === 'others' ? 'security.endOthersText' : 'security.endText')}
      </Confirm>
    </div>
  );
}

function SessionRow({ session, onEnd }: { session: SessionItem; onEnd: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const { name, deviceClass, current, place, lastSeenAt, signedInAt } = session;
  const Icon = deviceClass === 'phone' ? IconSmartphone : IconComputer;
  return (
    <Row
      tall
      start={<Icon size={20} className={styles.icon} role="img" aria-label={t(`security.session_${deviceClass}`)} />}
      title={
        <span className={styles.name}>
          {name}
          {current && <Chip tone="ok">{t('security.current')}</Chip>}
        </span>
      }
      under={
        <span className={styles.facts}>
          {place !== null && <span>{t('security.sessionPlace', { place })}</span>}
          <span>
            {current
              ? t('security.sessionSince', { time: formatTime(signedInAt, 'dateTime', zone) })
              : t('security.sessionSeen', { time: formatTime(lastSeenAt, 'dateTime', zone) })}
          </span>
        </span>
      }
      end={
        current ? undefined : (
          <Button kind="outline" size="small" onClick={onEnd} aria-label={t('security.endOf', { device: name })}>
            {t('security.end')}
          </Button>
        )
      }
    />
  );
}
