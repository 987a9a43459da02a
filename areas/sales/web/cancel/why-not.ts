import type { T } from '#kit/web/i18n.ts'
import type { Summary } from '../../contract.ts'

/** What was not approved counts for nothing, so nothing of it can be taken back or taken away. */
export function whyNotCancelled(t: T, { ApprovalStatus, InvoiceNo }: Summary) {
  if (ApprovalStatus === null || ApprovalStatus === 'Approved') return false
  return t(ApprovalStatus === 'Pending' ? 'sales:refusals.waits_for_approval' : 'sales:refusals.not_approved', {
    InvoiceNo,
  })
}
