/** A group: something was written there. */
export type ToChatServer = { group: string } | { kind: 'begin' | 'end' };
export type FromChatServer = { kind: 'listening'; port: number } | { kind: 'measured'; cpuMicros: number; wallMs: number };
