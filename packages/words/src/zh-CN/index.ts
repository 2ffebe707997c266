import type { Translation } from '../translations.ts';
import account from './account.json';
import amounts from './amounts.json';
import common from './common.json';
import dictionaries from './dictionaries.json';
import errors from './errors.json';
import flows from './flows.json';
import funds from './funds.json';
import history from './history.json';
import home from './home.json';
import landing from './landing.json';
import letters from './letters.json';
import leverage from './leverage.json';
import market from './market.json';
import menu from './menu.json';
import names from './names.json';
import notices from './notices.json';
import own from './own.json';
import problems from './problems.json';
import protection from './protection.json';
import reasons from './reasons.json';
import receipt from './receipt.json';
import risk from './risk.json';
import settings from './settings.json';
import share from './share.json';
import shell from './shell.json';
import suitability from './suitability.json';
import trade from './trade.json';
import views from './views.json';
import welcome from './welcome.json';

/** Simplified Chinese. */
export const zhCN: Translation = {
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
} as Translation;
