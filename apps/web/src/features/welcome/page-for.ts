export type Visit = { signedIn: boolean; welcomed: boolean; widthPx: number };

/**
 * Where `/` leads: signed-in and returning people to home. A first visit gets the landing page on a wide screen and the welcome on a phone.
 */
export function pageFor({ signedIn, welcomed, widthPx }: Visit): '/home' | '/pc_home' | '/bootPage' {
  if (signedIn || welcomed) return '/home';
  return widthPx >= 640 ? '/pc_home' : '/bootPage';
}
