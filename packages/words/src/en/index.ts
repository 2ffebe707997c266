import { account } from './account.ts';
import { amounts } from './amounts.ts';
import { common } from './common.ts';
import { dictionaries } from './dictionaries.ts';
import { errors } from './errors.ts';
import { flows } from './flows.ts';
import { funds } from './funds.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { landing } from './landing.ts';
import { letters } from './letters.ts';
import { leverage } from './leverage.ts';
import { market } from './market.ts';
import { menu } from './menu.ts';
import { names } from './names.ts';
import { notices } from './notices.ts';
import { own } from './own.ts';
import { problems } from './problems.ts';
import { protection } from './protection.ts';
import { reasons } from './reasons.ts';
import { receipt } from './receipt.ts';
import { risk } from './risk.ts';
import { settings } from './settings.ts';
import { share } from './share.ts';
import { shell } from './shell.ts';
import { suitability } from './suitability.ts';
import { trade } from './trade.ts';
import { views } from './views.ts';
import { welcome } from './welcome.ts';

/** Every sentence of the product, in English: a namespace for each feature. Other languages are JSON files with the same keys. */
export const english = {
  account,
  amounts,
  common,
  dictionaries,
  errors,
  flows,
  funds,
  history,
  home,
  landing,
  letters,
  leverage,
  market,
  menu,
  names,
  notices,
  own,
  problems,
  protection,
  reasons,
  receipt,
  risk,
  settings,
  share,
  shell,
  suitability,
  trade,
  views,
  welcome,
} as const;
