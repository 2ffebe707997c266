import { VersionUpdate } from '@bourse/protocol/enums';
import type { Handler } from '../calls/handlers.ts';
import type { Now } from '../people/ports.ts';
import { productLogo, productName } from './product.ts';
import { type PublishedConfig, publishedDefaults } from './published-config.ts';

export interface PublishedVersion {
  id: string;
  updateType: VersionUpdate;
}

/** The version that pages should run, and how urgently. Its id is the product's version unless an operator publishes another. */
export async function publishedVersion(config: PublishedConfig, own: string): Promise<PublishedVersion> {
  const values = await config();
  const wanted = values.get('versionUpdateType') ?? '0';
  const updateType = Object.values(VersionUpdate).find((type) => String(type) === wanted) ?? VersionUpdate.none;
  return { id: values.get('versionId') || own, updateType };
}

/** A logo is a file of this exchange: pages load pictures from nowhere else. */
const ownFile = /^\/(?:v8|files)\/[\w./-]+$/;
export const maxName = 40;
export const isOwnFile = (path: string): boolean => ownFile.test(path) && !path.includes('..');

export const baseInfo =
  (
    config: PublishedConfig,
    version: () => Promise<PublishedVersion>,
    clock: Now,
    environment: 'development' | 'production',
    phones: boolean,
  ): Handler<'GET system/base-info/get'> =>
  async () => {
    const values = await config();
    const logo = values.get('baseLogo') ?? '';
    return {
      APP_BASE_NAME: publishedName(values),
      APP_BASE_LOGO: isOwnFile(logo) ? logo : productLogo,
      environment,
      version: await version(),
      defaults: publishedDefaults(values),
      phones,
      serverTime: clock.now(),
    };
  };

/** The name that screens show: the product's own unless an operator publishes another. */
const publishedName = (values: ReadonlyMap<string, string>): string => values.get('baseName')?.trim().slice(0, maxName) || productName;
