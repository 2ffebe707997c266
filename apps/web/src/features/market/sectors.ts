import { tMaybe } from '../../i18n/index.ts';

/** The name of a sector. A sector added after this version shows the venue's name. */
export const sectorName = (plate: string): string => tMaybe(`market.sector_${plate}`) ?? plate.slice(0, 1).toUpperCase() + plate.slice(1);
