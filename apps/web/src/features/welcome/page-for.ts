export type Visit = { signedIn: boolean; welcomed: boolean; widthPx: number };

/** Signed in or returning: home. A first visit: the landing page on a desk, the welcome once on a phone. */
export function pageFor({ signedIn, welcomed, widthPx }: Visit): '/home' | '/pc_home' | '/bootPage' {
  if (signedIn || welcomed) return '/home';
  return widthPx >= 640 ? '/pc_home' : '/bootPage';
}
