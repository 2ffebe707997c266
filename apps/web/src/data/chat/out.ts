/** A message on its way. It is written down before it is sent, and keeps its uuid however often it is sent. */
import type { CallInput } from '@bourse/protocol/calls';

/** Send status (product specification, section 3). */
export const sendStatus = { fail: -1, wait: 2, succeed: 3 } as const;
export type SendStatus = (typeof sendStatus)[keyof typeof sendStatus];

/** Refusals that are told apart here. A test compares the numbers with the catalogue, which would bring its names along. */
export const chatRefusals = { fileChecking: 7058 } as const;

export type OwnPayload = CallInput<'POST im/message/send'>['payload'];
/** Where a message goes: a conversation, or the one that it opens. */
export type Target = { groupId: string } | { groupType: 1 | 2 | 3 | 4 | 5 | 6; subject?: string | undefined };
/** What a conversation is about, by its sign: a deposit or a withdrawal, and its number. */
export const subjectOf = (sign: string | undefined): { about: 'recharge' | 'withdrawal'; id: string } | undefined => {
  const [, about, id] = /^(recharge|withdrawal):(\d{1,18})$/.exec(sign ?? '') ?? [];
  return id === undefined ? undefined : { about: about as 'recharge' | 'withdrawal', id };
};
export const targetKey = (target: Target): string => ('groupId' in target ? target.groupId : `${target.groupType}:${target.subject ?? ''}`);

export type OutMessage = {
  uuid: string;
  target: Target;
  /** null: a picture that is not uploaded yet. */
  payload: OwnPayload | null;
  /** A preview of the picture. `data:` addresses are not sent again by themselves. */
  url: string | null;
  /** The order in which the person wrote. */
  order: number;
  /** Server's time. */
  madeAt: number;
  sendStatus: SendStatus;
  /** Why it failed, in the server's words. */
  why: string | null;
  /** Where it stands in the log, once the server said so. */
  placed: { id: string; groupId: string; offset: number } | null;
};

/** What is sent again by itself (product specification, section 4): not succeeded, outgoing, no id, no base64 picture, no long address. */
export const resends = ({ sendStatus: status, placed, url, payload }: OutMessage): boolean =>
  status === sendStatus.wait && placed === null && payload !== null && !url?.startsWith('data:') && (url?.length ?? 0) <= 500;
