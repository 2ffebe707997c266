import { Amount, Facts } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import type { Risk } from '../RiskScreen.tsx';
import styles from './Panel.module.css';
import { Panel } from './Panel.tsx';

/** The two sides of a contract: open interest is equally long and short. Also what pays when one side cannot. */
export function OtherSide({ risk }: { risk: Risk }) {
  const t = useT();
  const sides = risk.longPositions + risk.shortPositions;
  return (
    <Panel title={t('risk.otherSide')} why={t('risk.otherSideWhy')}>
      <Facts
        facts={[
          {
            key: 'interest',
            name: t('risk.openInterest'),
            value: (
              <Amount
                public
                value={risk.openInterest}
                decimals={neat(risk.openInterest)}
                fraction="plain"
                unit={risk.symbol.split('-')[0]}
              />
            ),
            why: t('risk.openInterestWhy'),
          },
          {
            key: 'value',
            name: t('risk.openValue'),
            value: <Amount public value={risk.openInterestValue} decimals={2} unit={risk.asset} fraction="plain" />,
          },
          {
            key: 'insurance',
            name: t('risk.insurance'),
            value: <Amount public value={risk.insurance} decimals={2} unit={risk.asset} fraction="plain" />,
            why: t('risk.insuranceWhy'),
          },
        ]}
      />
      {sides > 0 && (
        <div>
          <p className={styles.split} aria-hidden>
            <i className={styles.long} style={{ flexGrow: risk.longPositions }} />
            <i className={styles.short} style={{ flexGrow: risk.shortPositions }} />
          </p>
          <p className={styles.ends}>
            <span>▲ {t('risk.longs', { count: risk.longPositions })}</span>
            <span>▼ {t('risk.shorts', { count: risk.shortPositions })}</span>
          </p>
        </div>
      )}
    </Panel>
  );
}
