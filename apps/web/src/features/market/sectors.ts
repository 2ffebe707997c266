import { tMaybe } from '../../i18n/index.ts';

/** What a sector is called; one that the venue has added since carries its own name. */
export const sectorName = (plate: string): string => tMaybe(`market.sector_${plate}`) ?? plate.slice(0, 1).toUpperCase() + plate.slice(1);
