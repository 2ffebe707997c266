import type { Channel } from '@bourse/protocol';
import { buttonClass, EmptyState, IconPerson, List, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { Remote } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { UsableFrom, WaitRing } from '../parts/WaitRing.tsx';
import type { Destination } from './WithdrawScreen.tsx';
import styles from './withdraw.module.css';

/** The address book of one way. A new entry waits; the ring shows how much of the wait is over. */
export function Destinations({
  remote,
  list,
  channel,
  onChoose,
}: {
  remote: Remote<unknown>;
  list: readonly Destination[] | undefined;
  channel: Channel;
  onChoose: (id: string) => void;
}) {
  const t = useT();
  if (!list) return <Unread remote={remote} rows={3} height={64} />;
  const chain = channel.network !== null;
  const add = (
    <Link
      to="/mine/add_payment_method"
      search={{ kind: chain ? 'address' : 'bank', channel: String(channel.id), back: 'withdraw' }}
      className={buttonClass(list.length === 0 ? {} : { kind: 'outline', wide: true })}
    >
      {t(chain ? 'moneyOut.addAddress' : 'moneyOut.addAccount')}
    </Link>
  );
  if (list.length === 0)
    return (
      <EmptyState icon={<IconPerson size={28} strokeWidth={1.5} aria-hidden />} title={t('moneyOut.bookEmpty')} action={add}>
        {t('moneyOut.bookEmptyText')}
      </EmptyState>
    );
  return (
    <div className={styles.question}>
      <h2>{t('moneyOut.toWhom')}</h2>
      <List label={t('moneyOut.toWhom')} inset>
        {list.map((one) => (
          <Row
            key={one.id}
            tall
            goes
            start={<WaitRing from={one.addedAt} until={one.usableFrom} />}
            title={one.label}
            under={
              <span className={styles.under}>
                <bdi>{one.masked}</bdi>
                <span>
                  <UsableFrom at={one.usableFrom} />
                </span>
              </span>
            }
            onClick={() => onChoose(one.id)}
          />
        ))}
      </List>
      {add}
    </div>
  );
}
