/** The state of the market socket. The page needs it before it loads the socket itself. */
export type Link = 'closed' | 'connecting' | 'open';
export type SocketStatus = {
  link: Link;
  /** No message for longer than 6 s, or no connection. */
  offline: boolean;
  /** When the silence began. */
  since: number;
  lastMessageAt: number;
  address: string;
  socketId: string;
  venue: 'real' | 'demo' | null;
  signedIn: boolean;
  roundTripMs: number | null;
  reconnects: number;
  manualReconnects: number;
  gaps: number;
  messages: number;
  bytes: number;
};

export const initialStatus: SocketStatus = {
  link: 'connecting',
  offline: false,
  since: 0,
  lastMessageAt: 0,
  address: '',
  socketId: '',
  venue: null,
  signedIn: false,
  roundTripMs: null,
  reconnects: 0,
  manualReconnects: 0,
  gaps: 0,
  messages: 0,
  bytes: 0,
};
