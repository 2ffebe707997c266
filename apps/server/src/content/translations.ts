import { Refusal } from '@bourse/protocol/errors';
import { defaultLanguage, nearestLanguage, offered } from '@bourse/words';
import type { Handler } from '../calls/handlers.ts';
import { allTexts, textsOf, textTypes } from './texts/index.ts';

export const languageList = (): Handler<'GET system/language/list'> => async () =>
  offered.map((language) => ({ ...language, isDefault: language.code === defaultLanguage }));

export const translation =
  (): Handler<'GET system/i18n/translation'> =>
  async ({ typeCode }, { language }) => {
    const texts = textsOf(typeCode, nearestLanguage(language));
    if (!texts) throw new Refusal('notFound');
    return texts;
  };

export const typeList =
  (): Handler<'GET system/i18n-type/list'> =>
  async (_input, { language }) =>
    textTypes(nearestLanguage(language));

export const json =
  (): Handler<'GET system/i18n/json'> =>
  async (input, { language }) =>
    allTexts(nearestLanguage(input.language ?? language));
