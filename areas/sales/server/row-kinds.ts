import { parseNumberKey, type RowKind, type RowKinds } from '#kit/server/rows.ts'
import { saleRefusals } from '../contract.ts'

/** A sale belongs to its outlet; other outlets get the same error as for a missing sale. */
const sale = (where: string, more: Partial<RowKind> = {}): RowKind => ({
  find: `select outlet_code,null::bigint as customer_id,null::bigint as user_id from transaction_summary where ${where}`,
  refusal: () => saleRefusals.notFound(),
  ...more,
})

export const saleRowKinds: RowKinds = {
  sale: sale("invoice_no=named.key and transaction_type='N'"),
  cancellation: sale("invoice_no=named.key and transaction_type='C'"),
  'posted sale': sale('transaction_id=named.key::bigint', { key: parseNumberKey }),
}
