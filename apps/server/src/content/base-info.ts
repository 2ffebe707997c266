import { VersionUpdate } from '@bourse/protocol/enums';
import type { Handler } from '../calls/handlers.ts';
import type { Now } from '../people/ports.ts';
import { productLogo, productName } from './product.ts';
import type { PublishedConfig } from './published-config.ts';

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

export const baseInfo =
  (version: () => Promise<PublishedVersion>, clock: Now, environment: 'development' | 'production'): Handler<'GET system/base-info/get'> =>
  async () => ({
    APP_BASE_NAME: productName,
    APP_BASE_LOGO: productLogo,
    environment,
    version: await version(),
    serverTime: clock.now(),
  });
