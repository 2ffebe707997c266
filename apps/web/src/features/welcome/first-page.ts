import { preferences, session } from '../../data/index.ts';
import { pageFor } from './page-for.ts';

export const firstPage = () =>
  pageFor({ signedIn: session.signedIn, welcomed: preferences.getState().welcomed, widthPx: window.innerWidth });
