import type { english } from './en/index.ts';

/** Types only: the name of every sentence, and the values that each one asks for, read from its English text. */
type English = typeof english;
export type Namespace = keyof English;

/** Every sentence: `namespace.name`. */
export type Key = { [Space in Namespace]: `${Space}.${keyof English[Space] & string}` }[Namespace];

/** The English text of a key. */
export type TextOf<Name extends string> = Name extends `${infer Space}.${infer Rest}`
  ? Space extends Namespace
    ? Rest extends keyof English[Space]
      ? English[Space][Rest]
      : never
    : never
  : never;

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` ? Trimmed<Rest> : Text extends `${infer Rest} ` ? Trimmed<Rest> : Text;
type Head<Text extends string> = Text extends `${infer Name},${string}` ? Trimmed<Name> : Trimmed<Text>;

/** Without choices every brace is a value: the common case, and cheap. */
type Plain<Text extends string, Found = never> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Plain<Rest, Found | Head<Name>>
  : Found;

/**
 * With choices, one step a brace. `Depth` says where it stands: `m` inside a message, `c` between the choices of a plural or select, the innermost
 * first.
 */
type Nested<Text extends string, Depth extends string = 'm', Found = never> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? Text extends `${string}}${infer Rest}`
      ? Nested<Rest, Shallower<Depth>, Found>
      : Found
    : Depth extends `m${string}`
      ? After extends `${infer Inner}}${infer Rest}`
        ? Inner extends `${string}{${string}`
          ? After extends `${infer Name},${infer Choices}`
            ? Nested<Choices, `c${Depth}`, Found | Trimmed<Name>>
            : Found
          : Nested<Rest, Depth, Found | Head<Inner>>
        : Found
      : Nested<After, `m${Depth}`, Found>
  : Found;
type Shallower<Depth extends string> = Depth extends `${'m' | 'c'}${infer Rest}` ? Rest : '';

/** Names of the values that a text asks for. */
export type NamesIn<Text extends string> = Text extends `${string}, ${'plural' | 'select' | 'selectordinal'},${string}`
  ? Nested<Text>
  : Plain<Text>;

/** Sentences that a room keeps with its other words: `gifts.received` is said by `gifts.notice.received`. */
type OwnNotice = {
  [Space in Namespace]: keyof English[Space] extends infer Name
    ? Name extends `notice.${infer Rest}`
      ? `${Space}.${Rest}`
      : never
    : never;
}[Namespace];
export type NoticeKind = keyof English['notices'] | OwnNotice;
type NoticeText<Kind extends NoticeKind> = Kind extends keyof English['notices']
  ? TextOf<`notices.${Kind}`>
  : Kind extends `${infer Space}.${infer Rest}`
    ? TextOf<`${Space}.notice.${Rest}`>
    : never;
/** A notice with the values that its sentence asks for. */
export type NoticeContent = {
  [Kind in NoticeKind]: { readonly kind: Kind; readonly params: Readonly<Record<NamesIn<NoticeText<Kind>> & string, string>> };
}[NoticeKind];

type Value = string | number;
export type ValuesOf<Name extends Key> = { readonly [Each in NamesIn<TextOf<Name>> & string]: Value };
/** What follows a key in a call: nothing, or exactly its values. Of several keys, the values of all. */
export type Arguments<Name extends Key> = [NamesIn<TextOf<Name>>] extends [never] ? [] : [values: ValuesOf<Name>];

/** Keys that ask for no values. */
export type PlainKey = { [Name in Key]: TextOf<Name> extends `${string}{${string}` ? never : Name }[Key];
