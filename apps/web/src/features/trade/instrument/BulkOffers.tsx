import { ChartKind } from '@bourse/protocol/enums';
import { Button, EmptyState } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import type { usePlace } from '../place.ts';
import { KindTabs } from './Kinds.tsx';

/** The specification's bulk view. It has nothing to show yet, and says so. */
export function BulkOffers({ go }: { go: ReturnType<typeof usePlace>[1] }) {
  const t = useT();
  return (
    <>
      <h1 className="visually-hidden">{t('trade.kind5')}</h1>
      <KindTabs kind={ChartKind.bulk} onKind={(kind) => go({ kind, symbol: '' })} />
      <EmptyState
        title={t('trade.bulkTitle')}
        action={<Button onClick={() => go({ kind: ChartKind.stock, symbol: '' })}>{t('trade.bulkGo')}</Button>}
      >
        {t('trade.bulkWhy')}
      </EmptyState>
    </>
  );
}
