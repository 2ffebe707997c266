import { Checkbox, cx, Tabs, type TabsProps } from '@bourse/ui';
import type { ReactNode } from 'react';
import { type Instrument, useSignedIn } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './Lists.module.css';
import { Visitor } from './Visitor.tsx';

type Props<Tab extends string> = Pick<TabsProps<Tab>, 'label' | 'options'> & {
  instrument: Instrument;
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** Shows only this instrument's rows. */
  only: boolean;
  onOnly: (only: boolean) => void;
  /** Whether the selected list can be filtered by instrument. */
  mayNarrow?: boolean | undefined;
  /** Actions on the whole list. */
  tools?: ReactNode;
  foot?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** The customer's own lists below the market, one per tab. A visitor sees how to sign in. */
export function ListsFrame<Tab extends string>({ instrument, tab, onTab, only, onOnly, mayNarrow = true, ...props }: Props<Tab>) {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <section className={cx(styles.lists, props.className)}>
      <div className={styles.head}>
        <Tabs dense label={props.label} panels="dock" value={tab} onChange={onTab} options={props.options} />
        {signedIn && mayNarrow && (
          <Checkbox small checked={only} onChange={onOnly} className={styles.only}>
            {t('trade.thisInstrument', { symbol: instrument.symbol })}
          </Checkbox>
        )}
        {props.tools}
      </div>
      <div className={styles.body} id={`dock-${tab}`} role="tabpanel" aria-labelledby={`dock-${tab}-tab`}>
        {signedIn ? props.children : <Visitor />}
      </div>
      {props.foot}
    </section>
  );
}
