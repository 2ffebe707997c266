/** What `/order/detail/:id` can show beside a spot order, as `kind` says it in the address. */
export const detailKinds = ['contract', 'stock', 'position', 'stockPosition', 'timed'] as const;
export type DetailKind = (typeof detailKinds)[number];
export const detailKindOf = (text: string | undefined): DetailKind | undefined => detailKinds.find((kind) => kind === text);
