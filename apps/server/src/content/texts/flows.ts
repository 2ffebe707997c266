import { type FlowName, flowByCode } from '@bourse/protocol/flows';
import type { TextLanguage } from '../language.ts';
import { en } from './flows.en.ts';
import { zhCN } from './flows.zh-CN.ts';

export const flowTexts: Record<TextLanguage, Record<FlowName, string>> = { en, 'zh-CN': zhCN };

/** What a statement line says in a language; a code that is not known stands for itself. */
export function flowLabel(code: number, language: TextLanguage): string {
  const name = flowByCode(code);
  return name ? flowTexts[language][name] : String(code);
}
