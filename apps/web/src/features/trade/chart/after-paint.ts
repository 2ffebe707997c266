/** Runs after the next frame is painted: the screen shows a click's direct effect first, and computes the rest afterwards. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));
