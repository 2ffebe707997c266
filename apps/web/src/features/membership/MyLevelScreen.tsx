import { buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Membership.module.css';
import { Bars } from './parts/Bars.tsx';
import { History } from './parts/History.tsx';
import { OwnLevel, Tomorrow } from './parts/OwnLevel.tsx';
import { useLevels, useOwnLevel } from './reads.ts';

/** `/mine/vip`: the customer's level, the days that make it, and what happened to it. */
export function MyLevelScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const title = t('membership.mineTitle');
  return <Page title={title} body={signedIn ? <Own /> : <SignInFirst title={title} text={t('membership.signIn')} />} />;
}

function Own() {
  const t = useT();
  const [levels, own] = [useLevels(), useOwnLevel()];
  const [config, detail] = [lastValue(levels), lastValue(own)];
  if (!config || !detail) return <Unread remote={config ? own : levels} rows={5} height={72} />;
  return (
    <>
      <OwnLevel {...{ config, detail }} />
      <Bars {...{ detail }} />
      <div className={styles.block}>
        <Tomorrow {...{ config, detail }} />
        <div className={styles.buttons}>
          <Link to="/vip" className={buttonClass({ kind: 'outline' })}>
            {t('membership.seeLevels')}
          </Link>
          <Link to="/mine/upgradeplan" className={buttonClass({})}>
            {t('membership.buy')}
          </Link>
        </div>
      </div>
      <History rows={detail.history} />
    </>
  );
}
