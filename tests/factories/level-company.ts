import { beforeAll, beforeEach, expect } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { listApprovals } from '#areas/approvals/contract.ts'
import * as contract from '#areas/levels/contract/level-histories.ts'
import { getLevelStatus } from '#areas/levels/contract/status.ts'
import { getMembership } from '#areas/memberships/contract/memberships.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { type Caller, hq, jobContext, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { threeTiers } from './levels.ts'
import { addEarningRules, line } from './sales.ts'

// A company with tiers and points on 21 November 2026, with helpers for its common actions.

/** Head office staff who decide on level changes and see sales. */
export const approver = staffWith({
  roles: ['Member Category Approval', 'Customer'],
  privileges: ['Approve Level', 'View Sales Information'],
  outlet: 'HQ',
})
/** A second approver. */
export const secondApprover = staffWith({
  roles: ['Member Category Approval'],
  privileges: ['Approve Level', 'View Audit'],
  outlet: 'HQ',
})

export type Member = { MembershipNo: string; CustomerId: number }
export type Request = { Action?: 'Upgrade' | 'Downgrade'; ToCategory?: string; Reason?: 'Correction'; Remark?: string }

export function levelCompany() {
  const app = useApp({ at: '2026-11-21T04:00:00Z' })
  const tiers = {} as Awaited<ReturnType<typeof threeTiers>>
  beforeAll(async () => {
    Object.assign(tiers, await threeTiers(app.db))
    await addEarningRules(app.db)
  })
  beforeEach(() => app.sql(`delete from setting where name like 'levels.%'`))

  let number = 0
  const callRequestChange = (MembershipNo: string, input: Request = {}, as: Caller = outletStaff) =>
    app.call(contract.addLevelHistory, { MembershipNo, Action: 'Upgrade', ToCategory: 'GOLD', ...input } as never, as)

  return {
    app,
    tiers,
    nightly: (date?: string) => runNightlyBatch(jobContext(app), nightlyBatchSteps, date),
    /** Changes a setting of card levels until the next test. */
    set: (name: string, value: string) =>
      app.sql('insert into setting (name, value) values ($1, $2)', `levels.${name}`, JSON.stringify(value)),
    historyOf: async (MembershipNo: string) =>
      (await app.call(contract.listLevelHistories, { Search: { MembershipNo } }, approver)).body.rows,
    statusOf: async (MembershipNo: string) => (await app.call(getLevelStatus, { MembershipNo }, approver)).body,
    cardOf: async (mbsno: string) => (await app.call(getMembership, { mbsno })).body,
    queueOf: async (MembershipNo: string) =>
      (await app.call(listApprovals, { Search: { MembershipNo } }, approver)).body.rows,
    buy: async ({ MembershipNo }: Member, amount: string, more: object = {}) => {
      const InvoiceNo = `LIFE${++number}`
      const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [line(amount)], ...more }
      expect((await app.call(addTransaction, sale as never, outletStaff)).status).toBe(201)
      return InvoiceNo
    },
    cancelSale: async (OriginalInvoiceNo: string) => {
      const reply = await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo } as never, hq)
      expect(reply.status).toBe(201)
    },
    callRequestChange,
    requestChange: async (MembershipNo: string, input: Request = {}, as: Caller = outletStaff) => {
      const reply = await callRequestChange(MembershipNo, input, as)
      expect(reply.status).toBe(201)
      return reply.body.LevelHistoryId
    },
    approve: (LevelHistoryId: number, as = approver, DecisionRemark: string | null = 'An exception') =>
      app.call(contract.approveLevelHistory, { LevelHistoryId, DecisionRemark }, as),
    undo: (LevelHistoryId: number, as = approver) => app.call(contract.undoLevelHistory, { LevelHistoryId }, as),
    reject: (LevelHistoryId: number, as = approver) =>
      app.call(contract.rejectLevelHistory, { LevelHistoryId, DecisionRemark: 'Not yet' }, as),
    remove: (LevelHistoryId: number, as: Caller = outletStaff) =>
      app.call(contract.deleteLevelHistory, { LevelHistoryId }, as),
    change: (LevelHistoryId: number, Version: number, more: object, as: Caller = outletStaff) =>
      app.call(contract.updateLevelHistory, { LevelHistoryId, Version, ...more } as never, as),
    readChange: async (LevelHistoryId: number, as = approver) =>
      (await app.call(contract.getLevelHistory, { LevelHistoryId }, as)).body,
  }
}
