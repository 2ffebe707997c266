import styles from './SymbolName.module.css';

/** A pair with its quote asset muted. */
export const SymbolName = ({ symbol }: { symbol: string }) => {
  const [base, quote] = symbol.split('/');
  return quote === undefined ? (
    <span className="names">{symbol}</span>
  ) : (
    <span className="names">
      {base}
      <span className={styles.quote}>/{quote}</span>
    </span>
  );
};
