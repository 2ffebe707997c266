export * from './display.ts';
export * from './display-account.ts';
export * from './display-decimal.ts';
export * from './display-position.ts';
export * from './display-short.ts';
export * from './display-text.ts';
export * from './read-amount.ts';
export { divCeil, divExact, divFloor, formatUnits, type ParsedUnits, parseUnits, unitsOf } from './units.ts';
