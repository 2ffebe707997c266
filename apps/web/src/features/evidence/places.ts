/** The verifier: one page that the server serves as it is, outside of the app. */
export const verifierPath = '/verifier.html';
/** The head of a venue's log, for programs. Its tiles are beside it. */
export const checkpointPath = (venue: string): string => `/tlog/${venue}/checkpoint`;
