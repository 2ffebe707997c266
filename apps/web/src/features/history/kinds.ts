/** The values of `kind` in the address of `/order/detail/:id`; without one it shows a spot order. */
export const detailKinds = ['contract', 'stock', 'position', 'stockPosition', 'timed'] as const;
export type DetailKind = (typeof detailKinds)[number];
export const detailKindOf = (text: string | undefined): DetailKind | undefined => detailKinds.find((kind) => kind === text);
