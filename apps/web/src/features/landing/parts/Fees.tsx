import { decimalCompare, formatRatio } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Chip, SkeletonRows, useUi } from '@bourse/ui';
import { type Instrument, lastValue, useInstruments } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './Fees.module.css';

const kinds = [InstrumentKind.coin, InstrumentKind.contract, InstrumentKind.stock] as const;

/** The engine's fees, read from the instruments: this page cannot differ from what is charged. */
export function Fees() {
  const t = useT();
  const { locale } = useUi();
  const instruments = lastValue(useInstruments());
  const names = { 1: t('landing.spot'), 2: t('landing.contracts'), 3: t('landing.stocks') };
  const span = (list: readonly Instrument[], pick: (instrument: Instrument) => string) => {
    const sorted = list.map(pick).sort(decimalCompare);
    const [low, high] = [sorted[0] ?? '0', sorted.at(-1) ?? '0'];
    const shown = (ratio: string) => formatRatio(ratio, { locale, decimals: 3 });
    return low === high ? shown(low) : `${shown(low)} – ${shown(high)}`;
  };
  return (
    <section className={styles.fees} id="fees">
      <div className={styles.head}>
        <h2>{t('landing.fees')}</h2>
        <p>{t('landing.feesText')}</p>
      </div>
      {!instruments ? (
        <SkeletonRows rows={3} height={44} />
      ) : (
        <div className={styles.scroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('landing.market')}</th>
                <th scope="col">{t('landing.maker')}</th>
                <th scope="col">{t('landing.taker')}</th>
                <th scope="col" className={styles.count}>
                  {t('landing.count')}
                </th>
              </tr>
            </thead>
            <tbody>
              {kinds.map((kind) => {
                const list = instruments.filter((instrument) => instrument.kind === kind);
                if (list.length === 0) return null;
                return (
                  <tr key={kind}>
                    <th scope="row">
                      {names[kind]}
                      {!list.some((instrument) => instrument.tradable) && <Chip>{t('landing.pricesOnly')}</Chip>}
                    </th>
                    <td>{span(list, (instrument) => instrument.makerFee)}</td>
                    <td>{span(list, (instrument) => instrument.takerFee)}</td>
                    <td className={styles.count}>{list.length}</td>
                  </tr>
                );
              })}
              <tr>
                <th scope="row">{t('landing.transfers')}</th>
                <td colSpan={2}>{t('landing.free')}</td>
                <td className={styles.count} />
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
