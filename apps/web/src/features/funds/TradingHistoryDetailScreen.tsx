import { useSearch } from '@tanstack/react-router';
import { useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { DetailScreen } from '../history/DetailScreen.tsx';
import { detailKindOf } from '../history/kinds.ts';
import { HeadDemo } from './parts/HeadDemo.tsx';
import { LineDetail } from './parts/LineDetail.tsx';
import { OrderDetail } from './parts/OrderDetail.tsx';
import { SignInFirst } from './parts/SignInFirst.tsx';
import styles from './TradingHistoryDetailScreen.module.css';

/** One statement line, order, position or timed contract: both sides of the booking, and the rule behind it. */
export function TradingHistoryDetailScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const { id = '', kind } = useSearch({ strict: false }) as { id?: string; kind?: string };
  const product = detailKindOf(kind);
  if (product) return <DetailScreen kind={product} id={id} />;
  return (
    <div className={styles.page}>
      <ScreenHead title={kind === 'order' ? t('funds.orderTitle') : t('funds.lineTitle')} fallback="/funds">
        <HeadDemo />
      </ScreenHead>
      {!signedIn ? <SignInFirst /> : kind === 'order' ? <OrderDetail id={id} /> : <LineDetail id={id} />}
    </div>
  );
}
