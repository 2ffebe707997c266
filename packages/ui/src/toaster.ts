/** Separate from the index: the first chunk only queues toasts; this draws them. */
export { Toaster } from './Toast.tsx';
