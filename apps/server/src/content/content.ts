import type { Handlers } from '../calls/handlers.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import { remembered } from '../platform/remembered.ts';
import { areaCodeList } from './area-codes.ts';
import { type ArticleCalls, articleHandlers } from './articles/customer-calls.ts';
import { baseInfo, type PublishedVersion, publishedVersion } from './base-info.ts';
import { dictDataList } from './dictionaries.ts';
import { exchangeRateList } from './exchange-rates.ts';
import { menuList, readMenu } from './menu.ts';
import { type PlaceCalls, placeHandlers } from './places.ts';
import type { Countries, UsdRates } from './ports.ts';
import { queryValue, readPublishedConfig } from './published-config.ts';
import { json, languageList, translation, typeList } from './translations.ts';
import { readViewControls, viewControlList } from './view-control.ts';

export type ContentCalls =
  | ArticleCalls
  | PlaceCalls
  | 'GET system/base-info/get'
  | 'GET system/menu/list'
  | 'GET pay/exchange-rate/list'
  | 'GET system/area-code/list'
  | 'GET system/language/list'
  | 'GET system/i18n/translation'
  | 'GET system/i18n-type/list'
  | 'GET system/i18n/json'
  | 'GET system/config/query-value'
  | 'GET system/view-control/list'
  | 'GET system/dict-data/list';

export interface ContentParts {
  database: Database;
  clock: Now;
  environment: 'development' | 'production';
  rates: UsdRates;
  people: Countries;
  /** The product's own version. */
  version: string;
  /** Whether text messages reach anybody. */
  reachesPhones: boolean;
}

/** Small tables are read at most once in this time, so a change is visible to everyone within it. */
const keptMs = 5_000;

export function createContent({ database, clock, environment, rates, people, version, reachesPhones }: ContentParts): {
  handlers: Handlers<ContentCalls>;
  /** What pages compare with the version that they run: the base info and the socket say the same. */
  version: () => Promise<PublishedVersion>;
} {
  const config = remembered(clock, keptMs, () => readPublishedConfig(database));
  const published = () => publishedVersion(config, version);
  return {
    version: published,
    handlers: {
      ...articleHandlers({ database, clock }),
      ...placeHandlers({ database, clock }),
      'GET system/base-info/get': baseInfo(config, published, clock, environment, reachesPhones),
      'GET system/menu/list': menuList(remembered(clock, keptMs, () => readMenu(database))),
      'GET pay/exchange-rate/list': exchangeRateList(rates, config, clock),
      'GET system/area-code/list': areaCodeList(config),
      'GET system/language/list': languageList(),
      'GET system/i18n/translation': translation(),
      'GET system/i18n-type/list': typeList(),
      'GET system/i18n/json': json(),
      'GET system/config/query-value': queryValue(config),
      'GET system/view-control/list': viewControlList(
        remembered(clock, keptMs, () => readViewControls(database)),
        people,
      ),
      'GET system/dict-data/list': dictDataList(),
    },
  };
}
