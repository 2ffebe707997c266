import type { Chunks } from './index.ts';

export const chunks: Record<string, Chunks> = {
  'en-XA': {
    core: () => import('virtual:messages/en-XA/core'),
    landing: () => import('virtual:messages/en-XA/landing'),
    trade: () => import('virtual:messages/en-XA/trade'),
    leverage: () => import('virtual:messages/en-XA/leverage'),
    rest: () => import('virtual:messages/en-XA/rest'),
  },
  'ar-XB': {
    core: () => import('virtual:messages/ar-XB/core'),
    landing: () => import('virtual:messages/ar-XB/landing'),
    trade: () => import('virtual:messages/ar-XB/trade'),
    leverage: () => import('virtual:messages/ar-XB/leverage'),
    rest: () => import('virtual:messages/ar-XB/rest'),
  },
};
