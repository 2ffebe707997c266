import { decimalSign } from '@bourse/money';
import { Amount, Price } from '@bourse/ui';
import type { ReactNode } from 'react';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import { DirectionChip } from '../../history/parts/DirectionChip.tsx';
import type { Risk } from '../RiskScreen.tsx';
import styles from './Panel.module.css';
import { Panel } from './Panel.tsx';

/** Recent forced closes, without names: the price, the quantity the book filled, and who paid the rest. */
export function Forced({ risk }: { risk: Risk }) {
  const t = useT();
  return (
    <>
      <Panel title={t('risk.liquidations')} why={t('risk.liquidationsWhy')}>
        {risk.liquidations.length === 0 ? (
          <p className={styles.sub}>{t('risk.noLiquidations')}</p>
        ) : (
          <ul className={styles.rows}>
            {risk.liquidations.map((one) => (
              <Closed key={`${one.time}-${one.quantity}-${one.price}`} one={one}>
                {t('risk.filled')} <Figure value={one.filled} />
                {decimalSign(one.insured) > 0 && (
                  <>
                    {' · '}
                    {t('risk.insured')} <Amount public value={one.insured} decimals={2} fraction="plain" />
                  </>
                )}
                {decimalSign(one.deleveraged) > 0 && (
                  <>
                    {' · '}
                    {t('risk.deleveraged')} <Figure value={one.deleveraged} />
                  </>
                )}
              </Closed>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t('risk.deleveragings')} why={t('risk.deleveragingsWhy')}>
        {risk.deleveragings.length === 0 ? (
          <p className={styles.sub}>{t('risk.noDeleveragings')}</p>
        ) : (
          <ul className={styles.rows}>
            {risk.deleveragings.map((one) => (
              <Closed key={`${one.time}-${one.quantity}-${one.price}`} one={one} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

const Figure = ({ value }: { value: string }) => <Amount public value={value} decimals={neat(value)} fraction="plain" />;

type ClosedProps = { one: Pick<Risk['deleveragings'][number], 'direction' | 'quantity' | 'price' | 'time'>; children?: ReactNode };

/** One forced close. */
function Closed({ one, children }: ClosedProps) {
  const zone = useTimeZone();
  return (
    <li>
      <span>
        <DirectionChip direction={one.direction} /> <Figure value={one.quantity} />
      </span>
      <span>
        <Price value={one.price} decimals={neat(one.price)} flashes={false} />
      </span>
      <span className={styles.under}>{formatTime(one.time, 'dateTime', zone)}</span>
      <span className={children ? styles.under : undefined}>{children}</span>
    </li>
  );
}
