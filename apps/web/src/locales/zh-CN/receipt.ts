import type { Words } from '../en/index.ts';

export const receipt: Words['receipt'] = {
  addressWrong: '该地址没有对应的凭证，可能在复制时被截断。',
  about: '您的浏览器已按公开规则，用凭证中的事实重新计算了这张凭证。任何拿到链接的人都可以这样做，并与日志中的哈希比对。',
  share: '分享这张凭证',
  copyLink: '复制链接',
  linkCopied: '链接已复制',
  copyHash: '复制哈希',
  hashCopied: '哈希已复制',
};
