export { type AddressProblem, type CheckedAddress, checkAddress } from './check.ts';
export { addressOf, BadExtendedKey, type ReceivingAddress, xAddressOf } from './derive.ts';
export { bitcoinAddress, evmBytes, evmText, keccakAccount, tronAddress, tronBytes, tronText, xrpAccount } from './encodings.ts';
