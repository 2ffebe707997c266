import { catalogue, type ErrorName } from './catalogue.ts';

export { catalogue, type ErrorName } from './catalogue.ts';
export * from './problems.ts';

export type ErrorDetail = Record<string, string | number>;

/** A refusal that travels: the only error type that calls may throw on purpose. */
export class Refusal extends Error {
  readonly refusal: ErrorName;
  readonly detail: ErrorDetail;
  constructor(refusal: ErrorName, detail: ErrorDetail = {}) {
    // For logs: customers read the sentence of `packages/words`.
    super(Object.keys(detail).length === 0 ? refusal : `${refusal} ${JSON.stringify(detail)}`);
    this.name = 'Refusal';
    this.refusal = refusal;
    this.detail = detail;
  }
}

const byCode = new Map<number, ErrorName>(Object.entries(catalogue).map(([name, entry]) => [entry.code, name as ErrorName]));
export const errorByCode = (code: number): ErrorName | undefined => byCode.get(code);
