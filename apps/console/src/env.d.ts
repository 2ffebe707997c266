/// <reference types="vite/client" />
declare module 'virtual:messages/*' {
  const words: Readonly<Record<string, import('@bourse/words/speak').Compiled>>;
  export default words;
}
