import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './Book.module.css';

/** Says at book and tape that simulated participants of the house trade the instrument; nothing where none do. */
export function ParticipantsNote({ instrument }: { instrument: Instrument }) {
  const t = useT();
  return instrument.participants && <p className={styles.note}>{t('trade.participants')}</p>;
}
