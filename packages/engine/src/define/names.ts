import { Wallet } from '@bourse/protocol/enums';
import { choice, count, id, refusing } from './field.ts';

/** Fields that name things of the exchange. A value that can be no such name is refused like the name of a thing that does not exist. */
export const account = refusing('accountUnknown', id());
export const asset = refusing('assetUnknown', id());
export const instrument = refusing('instrumentUnknown', id());
export const order = refusing('orderUnknown', count('subject'));
export const position = refusing('positionUnknown', count('subject'));
/** 0 means every instrument. */
export const anyInstrument = refusing('instrumentUnknown', count('subject'));
export const wallet = refusing('walletUnknown', choice(Wallet));
