import { noFigure, Price } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useInstrument, useLookAt, useTickOnly } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import styles from './Texts.module.css';

/** An instrument in a text, with its price as it is now. */
export function LivePrice({ symbol }: { symbol: string }) {
  const t = useT();
  const instrument = useInstrument(symbol);
  useLookAt(instrument ? [symbol] : []);
  const tick = useTickOnly(symbol);
  if (!instrument) return <p dir="ltr">{symbol}</p>;
  return (
    <Link to="/chart" search={{ symbol }} className={styles.live} dir="ltr">
      <strong>{symbol}</strong>
      <span className={styles.liveEnd}>
        <span className="visually-hidden">{t('texts.priceNow')}</span>
        {tick ? <Price value={tick.pe} decimals={instrument.priceAccuracy} /> : noFigure}
      </span>
    </Link>
  );
}
