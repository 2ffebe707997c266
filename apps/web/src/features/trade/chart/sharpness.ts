/**
 * The chart sizes its canvases by `devicePixelContentBoxSize`. Some browsers report that box in CSS pixels (on emulated or zoomed screens),
 * and the chart would be blurred. If the report does not match the pixel ratio, this hides it and the chart uses the ratio.
 */
export function trustPixels(near: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const probe = document.createElement('div');
    probe.style.cssText = 'position:absolute;visibility:hidden;inline-size:100px;block-size:1px';
    near.append(probe);
    const observer = new ResizeObserver(([entry]) => {
      const reported = entry?.devicePixelContentBoxSize?.[0]?.inlineSize;
      const wanted = probe.getBoundingClientRect().width * devicePixelRatio;
      if (reported !== undefined && Math.abs(reported - wanted) > 1.5)
        Object.defineProperty(ResizeObserverEntry.prototype, 'devicePixelContentBoxSize', { configurable: true, get: () => undefined });
      observer.disconnect();
      probe.remove();
      resolve();
    });
    observer.observe(probe);
  });
}
