import { approveRequest } from '#areas/approvals/contract.ts'
import { type mergeMembers as endpoint, mergeMembers } from '#areas/merges/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { hq, outletStaff, staffWith, type TestApp } from '../test-app.ts'
import { nextNumber } from './people.ts'
import { line } from './sales.ts'

// Performs merges by two people, and actions of customers before and after a merge.

/** Approves another user's request. */
export const secondPerson = staffWith({ roles: 'all', privileges: ['Approve Requests'], outlet: 'HQ' })

type Person = { CustomerId: number; MembershipNo: string }
export type Options = Partial<Omit<RequestBody<typeof endpoint>, 'SurvivorId' | 'MergedId'>>

export const merging = (app: TestApp) => {
  const requestMerge = (survivor: Person, merged: Person, options: Options = {}) =>
    app.call(mergeMembers, {
      SurvivorId: survivor.CustomerId,
      MergedId: merged.CustomerId,
      ConfirmMembershipNo: merged.MembershipNo,
      Reason: 'Registered twice',
      ...options,
    })
  const approve = (ApprovalId: number) => app.call(approveRequest, { ApprovalId }, secondPerson)
  return {
    requestMerge,
    approve,
    /** Requests and approves a merge; returns the MergeId. */
    async merge(survivor: Person, merged: Person, options: Options = {}): Promise<number> {
      const requested = await requestMerge(survivor, merged, options)
      if (requested.status !== 201) throw new Error(requested.refusal.message)
      const approval = await approve(requested.body.ApprovalId)
      if (approval.status !== 200) throw new Error(approval.refusal.message)
      const [row] = await app.sql<{ id: number }>('select max(merge_id)::int as id from member_merge')
      return row!.id
    },
    async buy({ MembershipNo }: { MembershipNo: string }, amount: string, more: object = {}) {
      const InvoiceNo = `MG${nextNumber()}`
      const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [line(amount)], ...more }
      const reply = await app.call(addTransaction, sale as never, outletStaff)
      if (reply.status !== 201) throw new Error(reply.refusal.message)
      return InvoiceNo
    },
    cancelSale: (OriginalInvoiceNo: string, Details?: object[]) =>
      app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, hq),
  }
}
