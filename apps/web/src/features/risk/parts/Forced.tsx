import { decimalSign } from '@bourse/money';
import { Amount, Price } from '@bourse/ui';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import { DirectionChip } from '../../history/parts/DirectionChip.tsx';
import type { Risk } from '../RiskScreen.tsx';
import styles from './Panel.module.css';
import { Panel } from './Panel.tsx';

/** Positions closed by force lately, without names: at which price, how much the book took, and who paid the rest. */
export function Forced({ risk }: { risk: Risk }) {
  const t = useT();
  const zone = useTimeZone();
  const figure = (value: string) => <Amount public value={value} decimals={neat(value)} fraction="plain" />;
  return (
    <>
      <Panel title={t('risk.liquidations')} why={t('risk.liquidationsWhy')}>
        {risk.liquidations.length === 0 ? (
          <p className={styles.sub}>{t('risk.noLiquidations')}</p>
        ) : (
          <ul className={styles.rows}>
            {risk.liquidations.map((one) => (
              <li key={`${one.time}-${one.quantity}-${one.price}`}>
                <span>
                  <DirectionChip direction={one.direction} /> {figure(one.quantity)}
                </span>
                <span>
                  <Price value={one.price} decimals={neat(one.price)} flashes={false} />
                </span>
                <span className={styles.under}>{formatTime(one.time, 'dateTime', zone)}</span>
                <span className={styles.under}>
                  {t('risk.filled')} {figure(one.filled)}
                  {decimalSign(one.insured) > 0 && (
                    <>
                      {' · '}
                      {t('risk.insured')} <Amount public value={one.insured} decimals={2} fraction="plain" />
                    </>
                  )}
                  {decimalSign(one.deleveraged) > 0 && (
                    <>
                      {' · '}
                      {t('risk.deleveraged')} {figure(one.deleveraged)}
                    </>
                  )}
                </span>
              </li>
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
              <li key={`${one.time}-${one.quantity}-${one.price}`}>
                <span>
                  <DirectionChip direction={one.direction} /> {figure(one.quantity)}
                </span>
                <span>
                  <Price value={one.price} decimals={neat(one.price)} flashes={false} />
                </span>
                <span className={styles.under}>{formatTime(one.time, 'dateTime', zone)}</span>
                <span />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
