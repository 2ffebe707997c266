import { lastValue, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Qr } from '../../shell/Qr.tsx';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { CopyLine } from '../payments/parts/CopyLine.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Invite.module.css';
import { inviteLink, useInvitation } from './model.ts';

/** `/invite/QRCode`: the invitation for a camera. */
export function QrScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('referral.qrTitle')}
      fallback="/invite"
      body={signedIn ? <Code /> : <SignInFirst title={t('referral.title')} text={t('referral.signIn')} />}
    />
  );
}

function Code() {
  const t = useT();
  const { remote, demo } = useInvitation();
  const code = lastValue(remote);
  if (!code) return <Unread remote={remote} rows={3} height={120} />;
  const link = inviteLink(code.code, demo);
  return (
    <section className={styles.card}>
      <div className={styles.qr}>
        <Qr text={link} label={t('referral.qrName')} />
      </div>
      <p className={styles.centre}>{t('referral.qrText')}</p>
      <CopyLine large label={t('referral.code')} value={code.code} />
      <CopyLine label={t('referral.link')} value={link} />
    </section>
  );
}
