import styles from './Form.module.css';

/** Fills a field with the most that is possible. `of` names the field for assistive technology. */
export const Max = ({ onClick, text, of }: { onClick: () => void; text: string; of: string }) => (
  <button type="button" className={styles.all} aria-label={`${text}: ${of}`} onClick={onClick}>
    {text}
  </button>
);
