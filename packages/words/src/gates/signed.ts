import { createHash } from 'node:crypto';
import type { Gate } from './gates.ts';

/**
 * Exceptions that somebody has read and answers for. Each names the translation it was given to, by the hash of its text: another text must be read
 * again. What several share is said once.
 */
export interface Signed {
  language: string;
  gate: Gate;
  why: string;
  /** `namespace.name` → hash of the translation. */
  keys: Readonly<Record<string, string>>;
}

export const textHash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 6);

export const signed: readonly Signed[] = [
  {
    language: 'zh-CN',
    gate: 'order',
    why: 'Chinese says at which price, trigger or market before what is bought or sold',
    keys: {
      'leverage.submitOpen': 'mS-uPc',
      'leverage.submitOpenStop': 'Ow9GYZ',
      'leverage.submitClose': 'Hmwni6',
      'leverage.closeGoAt': 'DPP31L',
      'leverage.transferBuy': 'I3Dvi1',
      'leverage.submitBuyStock': '19m_wF',
      'trade.submitLimit': 'h3fIKG',
      'trade.submitStop': '3ntSWl',
      'leverage.submitOpenStopLimit': '8SJueS',
      'leverage.submitBuyStockStop': 'daUJTM',
      'leverage.submitBuyStockStopLimit': '0mxUOP',
      'trade.submitStopLimit': 'ra00ED',
      'trade.submitStopAmount': 'tYXs1w',
      'trade.lifeFill': 'bCoL4z',
      'trade.lastFill': 'CJoGDJ',
    },
  },
  {
    language: 'zh-CN',
    gate: 'order',
    why: 'Chinese names the instrument before the order or the quantity of it',
    keys: {
      'notices.contract.limitFilled': 'tTesnb',
      'notices.stock.filled': 'NzT0vS',
      'notices.stock.ended': 'NK7XqF',
      'notices.liquidation.full': 'KGm9yV',
      'notices.liquidation.segmented': 'WecunO',
      'notices.deleveraged': 'ohJ_Pv',
      'notices.timed.settled': 'UacrUg',
    },
  },
  {
    language: 'zh-CN',
    gate: 'order',
    why: 'Chinese says when, of what or out of how many first',
    keys: {
      'funds.equityLabel': 'dp4GwM',
      'letters.contactChanged.text': 'wKJiAy',
      'leverage.fundingWhy': 'SbJ3pO',
      'trade.agreesWhy': 'hqkppL',
      'views.action.split': 'ERi7RX',
    },
  },
  {
    language: 'zh-CN',
    gate: 'figures',
    why: 'the trade calls the layers by name, not by number',
    keys: {
      'market.sector_layer1': 'ozO_dz',
      'market.sector_layer2': 'aJvVRU',
    },
  },
  {
    language: 'zh-CN',
    gate: 'protected',
    why: 'Chinese newspapers and exchanges use these names',
    keys: {
      'names.XRP': 'roJE78',
      'names.BNB': 'AUdZOB',
      'names.SPY': 'O7Nw_8',
    },
  },
];
