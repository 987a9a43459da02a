import type { TranslateFunction } from '#kit/web/i18n.ts'
import type { Summary } from '../../contract.ts'

/** A sale that is not approved does not count, so it can be neither cancelled nor unassigned. */
export function findCancelBlocker(t: TranslateFunction, { ApprovalStatus, InvoiceNo }: Summary) {
  if (ApprovalStatus === null || ApprovalStatus === 'Approved') return false
  return t(ApprovalStatus === 'Pending' ? 'sales:refusals.waits_for_approval' : 'sales:refusals.not_approved', {
    InvoiceNo,
  })
}
