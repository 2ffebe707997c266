import { zhCN as flows } from '@bourse/protocol/flow-words/zh-CN';
import type { Words } from '../en/index.ts';
import { account } from './account.ts';
import { common } from './common.ts';
import { funds } from './funds.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { landing } from './landing.ts';
import { leverage } from './leverage.ts';
import { market } from './market.ts';
import { notices } from './notices.ts';
import { own } from './own.ts';
import { protection } from './protection.ts';
import { receipt } from './receipt.ts';
import { risk } from './risk.ts';
import { settings } from './settings.ts';
import { share } from './share.ts';
import { shell } from './shell.ts';
import { trade } from './trade.ts';
import { welcome } from './welcome.ts';

const words: Words = {
  common,
  welcome,
  shell,
  settings,
  notices,
  trade,
  leverage,
  market,
  account,
  flows,
  funds,
  home,
  own,
  landing,
  receipt,
  history,
  risk,
  share,
  protection,
};
export default words;
