import '@bourse/ui/tokens.css';
import '@bourse/ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { startWords } from './words.ts';

void startWords().then(() => createRoot(document.getElementById('root')!).render(<App />));
