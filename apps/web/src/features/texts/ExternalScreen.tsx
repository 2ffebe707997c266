import { linkOf } from '@bourse/protocol/texts';
import { buttonClass, EmptyState, IconExternal, IconWarning } from '@bourse/ui';
import { lastValue, useRead } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Page } from '../settings/Page.tsx';
import { useQuery } from './parts.tsx';
import styles from './Texts.module.css';

/**
 * `/external_service?url=` and `/third_party_web_pages?url=`: names the host that a link leads to, in the letters that a name server sees, and opens it in a tab of its own.
 * Nothing is framed. Only hosts that published texts link to are opened, so a link that a stranger sends leads nowhere.
 */
export function ExternalScreen() {
  const t = useT();
  return <Page title={t('texts.external')} lead={t('texts.externalLead')} fallback="/home" body={<Away />} />;
}

function Away() {
  const t = useT();
  const asked = useQuery().url ?? '';
  const to = asked.startsWith('/') ? undefined : linkOf(asked);
  const remote = useRead('GET system/notice/index-jump-list', {}, { enabled: to !== undefined });
  const known = lastValue(remote)?.hosts;
  if (to !== undefined && !known) return <Unread remote={remote} rows={2} />;
  const host = to === undefined ? '' : new URL(to).hostname;
  if (to === undefined || !known?.includes(host))
    return (
      <EmptyState icon={<IconWarning size={28} strokeWidth={1.5} aria-hidden />} title={t('texts.externalUnknown')}>
        {t('texts.externalUnknownText')}
      </EmptyState>
    );
  return (
    <section className={styles.agree}>
      <p className={styles.under} style={{ paddingInline: 0 }}>
        {t('texts.externalHost')}
      </p>
      <p className={styles.host} dir="ltr">
        {host}
      </p>
      <p>{t('texts.externalText')}</p>
      <a
        href={to}
        target="_blank"
        rel="noopener noreferrer external"
        referrerPolicy="no-referrer"
        className={buttonClass({ kind: 'solid' })}
      >
        {t('texts.externalOpen', { host })} <IconExternal size={16} aria-hidden />
      </a>
    </section>
  );
}
