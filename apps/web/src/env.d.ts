declare module 'virtual:messages/*' {
  const messages: Readonly<Record<string, import('./i18n/interpret.ts').Compiled>>;
  export default messages;
}
