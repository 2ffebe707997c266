import { VersionUpdate } from '@bourse/protocol/enums';
import type { Handler } from '../calls/handlers.ts';
import type { Now } from '../people/ports.ts';
import { productLogo, productName } from './product.ts';
import type { PublishedConfig } from './published-config.ts';

export const baseInfo =
  (config: PublishedConfig, clock: Now, environment: 'development' | 'production'): Handler<'GET system/base-info/get'> =>
  async () => {
    const values = await config();
    const wanted = values.get('versionUpdateType') ?? '0';
    const updateType = Object.values(VersionUpdate).find((type) => String(type) === wanted) ?? VersionUpdate.none;
    return {
      APP_BASE_NAME: productName,
      APP_BASE_LOGO: productLogo,
      environment,
      version: { id: values.get('versionId') ?? '', updateType },
      serverTime: clock.now(),
    };
  };
