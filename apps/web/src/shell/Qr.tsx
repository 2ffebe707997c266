import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './Qr.module.css';

/** A QR code of one path, always dark on white: cameras do not read it inverted. It is drawn here, so the text goes to nobody else. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 4 });
    const cells = code.data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: code.size, path: cells.join('') };
  }, [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#161512" />
    </svg>
  );
}
