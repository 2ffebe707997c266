import { type PaymentOrder, statusNamespace } from '../payments.ts';
import { type Node, xmlDocument } from '../xml.ts';

/** A bank's answer to a file of payments: what became of each. `code` is RJCT, ACSC, PDNG…; a reason is one of ISO 20022, such as AC04. */
export const writePain002 = (
  order: Pick<PaymentOrder, 'id'>,
  payments: readonly { payout: number; code: string; reason?: string }[],
  createdAt: number,
): string =>
  xmlDocument(statusNamespace, [
    'CstmrPmtStsRpt',
    [
      [
        'GrpHdr',
        [
          ['MsgId', `S-${order.id}`.slice(0, 35)],
          ['CreDtTm', new Date(createdAt).toISOString()],
        ],
      ],
      [
        'OrgnlGrpInfAndSts',
        [
          ['OrgnlMsgId', order.id],
          ['OrgnlMsgNmId', 'pain.001.001.09'],
        ],
      ],
      [
        'OrgnlPmtInfAndSts',
        [
          ['OrgnlPmtInfId', `${order.id}-1`.slice(0, 35)],
          ...payments.map(
            ({ payout, code, reason }): Node => [
              'TxInfAndSts',
              [
                ['OrgnlEndToEndId', String(payout)],
                ['TxSts', code],
                reason === undefined ? undefined : ['StsRsnInf', [['Rsn', [['Cd', reason]]]]],
              ],
            ],
          ),
        ],
      ],
    ],
  ]);
