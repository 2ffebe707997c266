import { buttonClass, EmptyState, IconFunds } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lastValue, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Enter } from '../deals/Enter.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Membership.module.css';
import type { Product } from './model/levels.ts';
import { LevelCards } from './parts/LevelCards.tsx';
import { OwnLevel } from './parts/OwnLevel.tsx';
import { useLevels, useOwnLevel } from './reads.ts';

/** `/vip`: the levels for everybody, and what they save at the customer's own volume. */
export function LevelsScreen() {
  const t = useT();
  return <Page title={t('membership.title')} lead={t('membership.lead')} body={<Levels />} />;
}

function Levels() {
  const t = useT();
  const signedIn = useSignedIn();
  const remote = useLevels();
  const own = useOwnLevel(signedIn);
  const [product, setProduct] = useState<Product>('spot');
  const config = lastValue(remote);
  const detail = signedIn ? lastValue(own) : undefined;
  if (!config) return <Unread remote={remote} rows={6} height={88} />;
  if (config.version === 0)
    return (
      <EmptyState icon={<IconFunds size={28} strokeWidth={1.5} aria-hidden />} title={t('membership.none')}>
        {t('membership.noneText')}
      </EmptyState>
    );
  return (
    <>
      {signedIn && (detail ? <OwnLevel {...{ config, detail }} /> : <Unread remote={own} rows={2} height={64} />)}
      {signedIn ? (
        <nav className={styles.block} aria-label={t('membership.title')}>
          <div className={styles.buttons}>
            <Link to="/mine/vip" className={buttonClass({ kind: 'outline' })}>
              {t('membership.seeLevel')}
            </Link>
            <Link to="/mine/upgradeplan" className={buttonClass({})}>
              {t('membership.buy')}
            </Link>
            <Link to="/plus" className={buttonClass({ kind: 'outline' })}>
              {t('membership.plusTitle')}
            </Link>
          </div>
        </nav>
      ) : (
        <div className={styles.block}>
          <Enter text={t('membership.signIn')} redirect="/vip" />
        </div>
      )}
      <LevelCards {...{ config, detail, product }} onProduct={setProduct} />
    </>
  );
}
