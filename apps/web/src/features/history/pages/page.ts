export type PageProps = { symbol: string | undefined };
export const pageOptions = { needsSession: true, keepPrevious: true, staleMs: 5_000 };
