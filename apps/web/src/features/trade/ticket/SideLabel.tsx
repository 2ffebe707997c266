import styles from './Ticket.module.css';

type Props = { mark: '▲' | '▼'; text: string; dense: boolean; hotkey?: string | undefined };

/** One side of an order. Devices with a keyboard show its shortcut. */
export function SideLabel({ mark, text, dense, hotkey }: Props) {
  return (
    <span className={styles.sideLabel}>
      <span aria-hidden>{mark}</span> {text}
      {dense && hotkey && (
        <kbd className={styles.hotkey} aria-hidden>
          {hotkey}
        </kbd>
      )}
    </span>
  );
}
