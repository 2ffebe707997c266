declare module 'virtual:messages/*' {
  const messages: Readonly<Record<string, import('@bourse/words/speak').Compiled>>;
  export default messages;
}
