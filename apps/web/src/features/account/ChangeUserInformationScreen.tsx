import { LoginBy } from '@bourse/protocol/enums';
import { ErrorState, IconMail, IconPhone, List, Row, SkeletonRows } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useBaseInfo, useIsDemo, useMember } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { ContactSheet } from './parts/ContactSheet.tsx';
import styles from './parts/SettingsPage.module.css';
import { SettingsPage } from './parts/SettingsPage.tsx';

/** The account's e-mail address and phone number. Each change needs the password and a code sent to the new address or number. */
export function ChangeUserInformationScreen() {
  const t = useT();
  const demo = useIsDemo();
  const member = useMember();
  const known = lastValue(member);
  /** A new number is confirmed by a code, which has to arrive. */
  const phones = lastValue(useBaseInfo())?.phones === true;
  const [changing, setChanging] = useState<LoginBy>();
  const ways = [
    { by: LoginBy.email, icon: IconMail, name: t('account.email'), value: known?.email, open: true },
    { by: LoginBy.phone, icon: IconPhone, name: t('account.phone'), value: known?.phone, open: phones },
  ];
  return (
    <SettingsPage title={t('account.userInformationTitle')}>
      <div className={styles.form}>
        <p className={styles.note}>{demo ? t('account.demoNoContact') : t('account.userInformationText')}</p>
        {!known && member.state === 'failed' ? (
          <ErrorState title={t('common.loadFailed')} onRetry={member.retry}>
            {member.error.message}
          </ErrorState>
        ) : !known ? (
          <SkeletonRows rows={2} />
        ) : (
          <List inset label={t('account.userInformationTitle')}>
            {ways.map(({ by, icon: Icon, name, value, open }) => (
              <Row
                key={by}
                start={<Icon size={20} aria-hidden />}
                title={name}
                under={value ? <span dir="ltr">{value}</span> : t('account.notSet')}
                {...(demo || !open
                  ? {}
                  : { end: value ? t('account.change') : t('account.add'), goes: true, onClick: () => setChanging(by) })}
              />
            ))}
          </List>
        )}
      </div>
      {changing !== undefined && <ContactSheet by={changing} onClose={() => setChanging(undefined)} />}
    </SettingsPage>
  );
}
