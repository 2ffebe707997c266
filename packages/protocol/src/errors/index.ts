import { catalogue, type ErrorName } from './catalogue.ts';
import { en } from './en.ts';
import { zhCN } from './zh-CN.ts';

export { catalogue, type ErrorName } from './catalogue.ts';
export * from './problems.ts';

/** Languages in which the server answers; the first is what an unknown language falls back to. */
export const messages: Record<string, Record<ErrorName, string>> = { en, 'zh-CN': zhCN };

export type ErrorDetail = Record<string, string | number>;

/** A refusal that travels: the only error type that calls may throw on purpose. */
export class Refusal extends Error {
  readonly refusal: ErrorName;
  readonly detail: ErrorDetail;
  constructor(refusal: ErrorName, detail: ErrorDetail = {}) {
    super(errorMessage(refusal, 'en', detail));
    this.name = 'Refusal';
    this.refusal = refusal;
    this.detail = detail;
  }
}

/** The catalogue's sentence in a language, values filled in; a value that is missing leaves its name standing so that a test sees it. */
export function errorMessage(name: ErrorName, language: string, detail: ErrorDetail = {}): string {
  const template = (messages[language] ?? en)[name];
  return template.replace(/\{(\w+)\}/g, (whole, key: string) => (key in detail ? String(detail[key]) : whole));
}

const byCode = new Map<number, ErrorName>(Object.entries(catalogue).map(([name, entry]) => [entry.code, name as ErrorName]));
export const errorByCode = (code: number): ErrorName | undefined => byCode.get(code);
