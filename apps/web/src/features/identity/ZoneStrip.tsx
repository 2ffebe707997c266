import { zoneOf } from '@bourse/identity';
import { useT } from '../../i18n/index.ts';
import { type Draft, documentOf, zoneReady } from './application.ts';
import styles from './Verified.module.css';

/** The lines that a document with these data shows at its lower edge. A typing mistake makes them differ from the real ones. */
export function ZoneStrip({ draft, today }: { draft: Draft; today: string }) {
  const t = useT();
  if (!zoneReady(draft, today)) return <p className={styles.note}>{t('identity.zoneWaits')}</p>;
  return (
    <figure className={styles.zone}>
      <figcaption>{t('identity.zoneText')}</figcaption>
      <pre dir="ltr">{zoneOf(documentOf(draft)).join('\n')}</pre>
    </figure>
  );
}
