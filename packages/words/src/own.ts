/**
 * Where the name of a money flow and the sentence of a notice stand: with all others of their sort, or with the words of the room that they belong to.
 * A room's flows are an area of `@bourse/protocol/flows`, and its words the namespace of the same name.
 */
export const flowKeys = (name: string, area: string): readonly [string, string] => [`flows.${name}`, `${area}.flow.${name}`];

/** `gifts.received` is said by `gifts.notice.received`. */
export const noticeKeys = (kind: string): readonly [string, string] => [`notices.${kind}`, kind.replace('.', '.notice.')];
