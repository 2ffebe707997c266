import type { Chunks } from './index.ts';

export const chunks: Record<string, Chunks> = {
  'en-XA': {
    core: () => import('virtual:messages/en-XA/core'),
    landing: () => import('virtual:messages/en-XA/landing'),
    trade: () => import('virtual:messages/en-XA/trade'),
    orders: () => import('virtual:messages/en-XA/orders'),
    leverage: () => import('virtual:messages/en-XA/leverage'),
    rest: () => import('virtual:messages/en-XA/rest'),
  },
  'en-XT': {
    core: () => import('virtual:messages/en-XT/core'),
    landing: () => import('virtual:messages/en-XT/landing'),
    trade: () => import('virtual:messages/en-XT/trade'),
    orders: () => import('virtual:messages/en-XT/orders'),
    leverage: () => import('virtual:messages/en-XT/leverage'),
    rest: () => import('virtual:messages/en-XT/rest'),
  },
  'ar-XB': {
    core: () => import('virtual:messages/ar-XB/core'),
    landing: () => import('virtual:messages/ar-XB/landing'),
    trade: () => import('virtual:messages/ar-XB/trade'),
    orders: () => import('virtual:messages/ar-XB/orders'),
    leverage: () => import('virtual:messages/ar-XB/leverage'),
    rest: () => import('virtual:messages/ar-XB/rest'),
  },
};
