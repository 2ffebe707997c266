import { contractProduct, fullMargin } from './contract/product.ts';
import type { State } from './core/state.ts';
import type { Products } from './leverage/product.ts';
import { stockProduct } from './stock/product.ts';

/** The products that open positions: `leverage/` asks them for what differs. */
export const products: Products<State> = { contract: contractProduct, stock: stockProduct, fullMargin };
