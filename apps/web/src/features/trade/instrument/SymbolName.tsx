import styles from './SymbolName.module.css';

/** A pair's base in full tone, its quote toned down. */
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
