/** Parts of a fee in millionths: what an inviter and a friend get together, and the most that they ever may. */
export const rebateTerms = { totalPpm: 200_000, mostPpm: 500_000, codes: 20, rankingDays: 30 } as const;
