export const receipt = {
  addressWrong: 'The address names no receipt. It may have been cut when it was copied.',
  about:
    'Your browser has computed this receipt from the facts in it, with the published rules. Anyone with the link can do the same, and compare the hash with the journal.',
  share: 'Share this receipt',
  copyLink: 'Copy the link',
  linkCopied: 'Link copied',
  copyHash: 'Copy hash',
  hashCopied: 'Hash copied',
};
