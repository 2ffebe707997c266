import { memo } from 'react';
import styles from './Pictures.module.css';
import { fingerprintCells } from './picture-paths.ts';

/** 5×5 mirrored dots of a hash, so that two hashes can be compared at a glance. */
export const Fingerprint = memo(function Fingerprint({
  hash,
  size = 26,
  label,
}: {
  hash: string;
  size?: number | undefined;
  label?: string | undefined;
}) {
  const cells = (fingerprintCells(hash) ?? []).flatMap((on, place) => (on ? [place] : []));
  return (
    <span className={styles.print} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <svg viewBox="0 0 25 25" width={size} height={size} aria-hidden="true">
        {cells.map((place) => (
          <rect
            key={place}
            x={(place % 5) * 5 + 0.4}
            y={Math.floor(place / 5) * 5 + 0.4}
            width="4.2"
            height="4.2"
            rx="1"
            fill="currentColor"
          />
        ))}
      </svg>
    </span>
  );
});
