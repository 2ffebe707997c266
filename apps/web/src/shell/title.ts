/** How often and how long to look for the heading of a screen that is still loading. */
const everyMs = 250;
const atMost = 40;

export const titleOf = (heading: string | null | undefined, product: string): string => {
  const text = heading?.replace(/\s+/g, ' ').trim();
  return text && text !== product ? `${text} · ${product}` : product;
};

let watching: (() => void) | undefined;

/** Names the page after the heading of its screen, and follows the heading as it changes. */
export function followHeading(product: () => string): void {
  watching?.();
  const before = location.href;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => paint());
  const paint = () => {
    document.title = titleOf(document.querySelector('h1')?.textContent, product());
  };
  const look = () => {
    paint();
    const heading = document.querySelector('h1');
    if (heading) observer.observe(heading, { childList: true, characterData: true, subtree: true });
    // A screen's heading replaces that of its skeleton.
    tries += 1;
    if (location.href === before && tries < (heading ? 4 : atMost)) timer = setTimeout(look, everyMs);
  };
  look();
  watching = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
