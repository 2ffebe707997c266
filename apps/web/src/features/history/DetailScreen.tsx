import type { ReactNode } from 'react';
import { useSignedIn } from '../../data/index.ts';
import { type PlainKey, useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { HeadDemo } from '../funds/parts/HeadDemo.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import styles from './DetailScreen.module.css';
import { ContractPositionDetail, StockPositionDetail } from './detail/PositionDetail.tsx';
import { ContractOrderDetail, StockOrderDetail } from './detail/PositionOrderDetail.tsx';
import { TimedDetail } from './detail/TimedDetail.tsx';
import type { DetailKind } from './kinds.ts';

const kinds: Record<DetailKind, { title: PlainKey | 'history.orderTitle'; Detail: (props: { id: string }) => ReactNode }> = {
  contract: { title: 'history.orderTitle', Detail: ContractOrderDetail },
  stock: { title: 'history.orderTitle', Detail: StockOrderDetail },
  position: { title: 'history.positionTitle', Detail: ContractPositionDetail },
  stockPosition: { title: 'history.positionTitle', Detail: StockPositionDetail },
  timed: { title: 'history.timedTitle', Detail: TimedDetail },
};

/** One order, position or timed contract of contracts and stocks. Spot orders have their own screen. */
export function DetailScreen({ kind, id }: { kind: DetailKind; id: string }) {
  const t = useT();
  const signedIn = useSignedIn();
  const { title, Detail } = kinds[kind];
  return (
    <div className={styles.page}>
      <ScreenHead title={t(title, { id })} fallback="/funds">
        <HeadDemo />
      </ScreenHead>
      {signedIn ? <Detail id={id} /> : <SignInFirst />}
    </div>
  );
}
