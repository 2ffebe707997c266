/** Four dots of a fingerprint mark a figure that has a receipt. */
export function ReceiptMark({ size = 12 }: { size?: number | undefined }) {
  return (
    <svg viewBox="0 0 12 12" width={size} height={size} fill="currentColor" aria-hidden="true">
      <rect x="1" y="1" width="4" height="4" rx="1" />
      <rect x="7" y="1" width="4" height="4" rx="1" />
      <rect x="4" y="4" width="4" height="4" rx="1" opacity=".55" />
      <rect x="1" y="7" width="4" height="4" rx="1" />
      <rect x="7" y="7" width="4" height="4" rx="1" />
    </svg>
  );
}
