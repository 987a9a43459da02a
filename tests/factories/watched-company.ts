import { beforeAll, expect } from 'vitest'
import { reportRoles } from '#areas/access/roles.ts'
import { addAdjustment } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import type { SettingName } from '#areas/setup/contract/catalogue.ts'
import { getFinding, listFindings, type WatchPattern } from '#areas/watch/contract.ts'
import { watchLoyaltyStep } from '#areas/watch/server/run.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { type Caller, jobContext, staffWith, systemWith, useApp } from '../harness.ts'
import { addEarningRules, line } from './sales.ts'

// A company with loyalty watch, staff, and helpers for suspicious actions.

export function watchedCompany() {
  const app = useApp({ at: '2026-11-20T04:00:00Z' })
  const watcher = staffWith({ roles: ['Loyalty Watch'], privileges: ['View Sales Information'], outlet: 'HQ' })
  const till = systemWith('sales:write', 'sales:cancel')

  beforeAll(() => addEarningRules(app.db))

  const set = (name: SettingName, value: number) =>
    app.sql(
      `insert into setting (name, value) values ($1, $2::jsonb) on conflict (name) do update set value = excluded.value`,
      name,
      JSON.stringify(value),
    )

  let createdCount = 0
  /** A new member of staff without actions from other tests. */
  async function createStaff(roles: Caller['roles'], more: Partial<Caller> = {}) {
    const others = reportRoles.filter((_, index) => ((createdCount + 1) >> index) & 1)
    createdCount++
    const caller = staffWith({ roles: [...(roles as []), ...others], privileges: ['Adjust Points'], ...more })
    const { staffId, userId } = await app.token(caller)
    return { caller, staffId: staffId!, userId }
  }

  /** Resets the clock and the last run of loyalty watch, so that the next run reads all data again. */
  const backToday = async () => {
    app.clock.set('2026-11-20T04:00:00Z')
    await app.sql('delete from watch_mark')
  }

  const nightly = (date?: string) => runNightlyBatch(jobContext(app), [watchLoyaltyStep], date)
  const findingsAbout = async (Pattern: WatchPattern, subject: { staffId?: number; CustomerId?: number }) => {
    const { body } = await app.call(listFindings, { Search: { Pattern }, Rows: 1000 }, watcher)
    return body.rows.filter(({ StaffId, CustomerId }) =>
      subject.staffId === undefined ? CustomerId === subject.CustomerId : StaffId === subject.staffId,
    )
  }
  const evidenceOf = async (FindingId: number) => (await app.call(getFinding, { FindingId }, watcher)).body.Evidence

  const ok = <Answer extends { status: number }>(answer: Answer) => {
    expect(answer.status).toBeLessThan(300)
    return answer
  }
  let number = 0
  const sell = async (MembershipNo: string | null, caller: Caller, more: object = {}) => {
    const InvoiceNo = `W${++number}`
    const body = {
      TransactionType: 'N',
      InvoiceNo,
      Details: [line('100')],
      ...(MembershipNo && { MembershipNo }),
      ...more,
    }
    ok(await app.call(addTransaction, body as never, caller))
    return InvoiceNo
  }
  const atTill = (MembershipNo: string, OutletCode: string, PerformedAt: string) =>
    sell(MembershipNo, till, { OutletCode, PerformedAt })
  const adjust = async (MembershipNo: string, caller: Caller) =>
    ok(
      await app.call(
        addAdjustment,
        {
          MembershipNo,
          TransactionType: 'Adjust In',
          PointAmount: 50,
          ReasonCode: 'Goodwill',
          Remark: 'For the wait',
        } as never,
        caller,
      ),
    )
  return {
    app,
    watcher,
    till,
    set,
    createStaff,
    backToday,
    nightly,
    findingsAbout,
    evidenceOf,
    ok,
    sell,
    atTill,
    adjust,
  }
}
