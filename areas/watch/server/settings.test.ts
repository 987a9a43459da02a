import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import type { SettingName } from '#areas/setup/contract/catalogue.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { customer } from '#tests/factories/customers.ts'
import { customers, exportInput } from '#tests/factories/exports.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { jobContext, make, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { listFindings, type WatchPattern } from '../contract.ts'
import { watchLoyaltyStep } from './run.ts'

// Each pattern has two settings: a number of acts and a number of days.

const today = '2026-11-20T04:00:00Z'
const app = useApp({ at: today, prepare: ({ db }) => addEarningRules(db) })
// An account without acts, because findings about the caller are hidden.
const watcher = staffWith({ roles: ['Loyalty Watch'], outlet: 'HQ' })
beforeAll(() => customers(app.db, 4))
beforeEach(async () => {
  app.clock.set(today)
  await app.sql('delete from setting')
})

let exporterCount = 0
type Subject = { StaffId?: number | null; CustomerId?: number | null }
/** Runs loyalty watch and returns the number of acts of each finding about one subject. */
async function findActCounts(Pattern: WatchPattern, subject: Subject) {
  await runNightlyBatch(jobContext(app), [watchLoyaltyStep], undefined)
  const { rows } = (await app.call(listFindings, { Search: { Pattern }, Rows: 1000 }, watcher)).body
  return rows
    .filter(({ StaffId, CustomerId }) =>
      subject.StaffId ? StaffId === subject.StaffId : CustomerId === subject.CustomerId,
    )
    .map(({ Acts }) => Acts)
}

/** Creates a subject with one act on each of three days, while the pattern's other setting has this value. */
const withThreeActs = (pattern: WatchPattern, kind: string, otherSetting: SettingName, value: number) => async () => {
  await app.sql('insert into setting (name, value) values ($1, to_jsonb($2::int))', otherSetting, value)
  const StaffId = pattern === 'Shared contact' ? null : (await make.account(app.db, staffWith())).staffId
  const CustomerId = StaffId === null ? (await customer(app.db)).CustomerId : null
  for (const day of ['2026-11-17', '2026-11-18', '2026-11-19'])
    await app.sql(
      `insert into watch_act (pattern, staff_id, customer_id, kind, key, day, happened_at) values ($1, $2, $3, $4, $5, $6::date, $6::date)`,
      ...[pattern, StaffId, CustomerId, kind, `${StaffId} ${CustomerId} ${day}`, day],
    )
  return findActCounts(pattern, { StaffId, CustomerId })
}

test('loyalty watch settings: 0 turns a pattern off', async () => {
  await app.sql(`insert into setting (name, value) values ('watch.adjustments', '0')`)
  expect(await withThreeActs('Adjustments', 'Adjustment', 'watch.adjustmentDays', 30)()).toEqual([])
})

testSetting(
  app,
  'watch.ownSales',
  [
    [3, [3]],
    [4, []],
  ],
  withThreeActs('Own number', 'Sale', 'watch.ownDays', 30),
)

testSetting(
  app,
  'watch.ownDays',
  [
    [3, [3]],
    [2, []],
  ],
  withThreeActs('Own number', 'Sale', 'watch.ownSales', 3),
)

testSetting(
  app,
  'watch.adjustments',
  [
    [3, [3]],
    [4, []],
  ],
  withThreeActs('Adjustments', 'Adjustment', 'watch.adjustmentDays', 30),
)

testSetting(
  app,
  'watch.adjustmentDays',
  [
    [3, [3]],
    [2, []],
  ],
  withThreeActs('Adjustments', 'Adjustment', 'watch.adjustments', 3),
)

testSetting(
  app,
  'watch.manualSales',
  [
    [3, [3]],
    [4, []],
  ],
  withThreeActs('Manual sales', 'Sale', 'watch.manualSaleDays', 30),
)

testSetting(
  app,
  'watch.manualSaleDays',
  [
    [3, [3]],
    [2, []],
  ],
  withThreeActs('Manual sales', 'Sale', 'watch.manualSales', 3),
)

testSetting(
  app,
  'watch.cancellations',
  [
    [3, [3]],
    [4, []],
  ],
  withThreeActs('Cancellations', 'Cancellation', 'watch.cancellationDays', 30),
)

testSetting(
  app,
  'watch.cancellationDays',
  [
    [3, [3]],
    [2, []],
  ],
  withThreeActs('Cancellations', 'Cancellation', 'watch.cancellations', 3),
)

testSetting(
  app,
  'watch.cancelledCollections',
  [
    [3, [3]],
    [4, []],
  ],
  withThreeActs('Cancelled collections', 'Reward', 'watch.cancelledCollectionDays', 30),
)

testSetting(
  app,
  'watch.cancelledCollectionDays',
  [
    [3, [3]],
    [2, []],
  ],
  withThreeActs('Cancelled collections', 'Reward', 'watch.cancelledCollections', 3),
)

testSetting(
  app,
  'watch.sharedContacts',
  [
    [3, [3]],
    [4, []],
  ],
  withThreeActs('Shared contact', 'Referral', 'watch.sharedContactDays', 30),
)

testSetting(
  app,
  'watch.sharedContactDays',
  [
    [3, [3]],
    [2, []],
  ],
  withThreeActs('Shared contact', 'Referral', 'watch.sharedContacts', 3),
)

testSetting(
  app,
  'watch.lookUps',
  [
    [3, [3]],
    [4, []],
  ],
  withThreeActs('Look-ups', 'Look-up', 'watch.lookUpDays', 30),
)

testSetting(
  app,
  'watch.lookUpDays',
  [
    [3, [3]],
    [2, []],
  ],
  withThreeActs('Look-ups', 'Look-up', 'watch.lookUps', 3),
)

testSetting(
  app,
  'watch.lookUpRefusals',
  [
    [3, [3]],
    [4, []],
  ],
  withThreeActs('Look-up limit', 'Refusal', 'watch.lookUpRefusalDays', 30),
)

testSetting(
  app,
  'watch.lookUpRefusalDays',
  [
    [3, [3]],
    [2, []],
  ],
  withThreeActs('Look-up limit', 'Refusal', 'watch.lookUpRefusals', 3),
)

testSetting(
  app,
  'watch.outletMinutes',
  [
    [30, [2]],
    [29, []],
  ],
  async () => {
    const { MembershipNo, CustomerId } = await member(app.db)
    for (const [OutletCode, time] of [
      ['KLCC', '10:00'],
      ['PAV', '10:30'],
    ]) {
      const sale = { TransactionType: 'N', InvoiceNo: `${OutletCode}-${MembershipNo}`, OutletCode, MembershipNo }
      const PerformedAt = `2026-11-20T${time}:00`
      await app.call(
        addTransaction,
        { ...sale, PerformedAt, Details: [line('100')] } as never,
        systemWith('sales:write', 'sales:cancel'),
      )
    }
    return findActCounts('Two outlets', { CustomerId })
  },
)

testSetting(
  app,
  'watch.exportRows',
  [
    [3, [1]],
    [4, []],
  ],
  async () => {
    // Different roles create a different account for each value.
    exporterCount++
    const roles = (['Customer', 'Feedback', 'Tasks'] as const).slice(0, exporterCount)
    const caller = staffWith({ roles, privileges: ['Export Data'] })
    const rows = { Input: { Search: { FullName: 'MANY' } }, Scope: 'Page', Page: 1, Rows: 4 } as const
    await app.call(addExport, exportInput(listCustomers.path, ['FullName'], rows), {
      as: caller,
      key: `rows-${exporterCount}`,
    })
    return findActCounts('Exports', { StaffId: (await app.token(caller)).staffId })
  },
)
