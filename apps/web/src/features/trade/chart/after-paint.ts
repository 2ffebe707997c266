/** Runs once the next frame stands on the screen: what a click changed is seen first, what follows from it is worked out after. */
export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));
