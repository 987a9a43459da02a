import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { addExport } from '#areas/exports/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import type { SettingName } from '#areas/setup/contract/catalogue.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { bothWays } from '#tests/both-ways.ts'
import { customer } from '#tests/factories/customers.ts'
import { customers, exportInput } from '#tests/factories/exports.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { jobContext, make, staffWith, systemWith, useApp } from '#tests/harness.ts'
import { listFindings, type Pattern } from '../contract.ts'
import { watchLoyalty } from './run.ts'

// What is looked for follows from the settings, of each pattern from its own two: from how many acts on, within how many days.

const today = '2026-11-20T04:00:00Z'
const app = useApp({ at: today, prepare: ({ db }) => earningRules(db) })
// Nobody sees what concerns themselves.
const watcher = staffWith({ roles: ['Loyalty Watch'], outlet: 'HQ' })
beforeAll(() => customers(app.db, 4))
beforeEach(async () => {
  app.clock.set(today)
  await app.sql('delete from setting')
})

let exporters = 0
type Of = { StaffId?: number | null; CustomerId?: number | null }
/** How many acts the findings about one person have. */
async function found(Pattern: Pattern, of: Of) {
  await runNightlyBatch(jobContext(app), [watchLoyalty], undefined)
  const { rows } = (await app.call(listFindings, { Search: { Pattern }, Rows: 1000 }, watcher)).body
  return rows
    .filter(({ StaffId, CustomerId }) => (of.StaffId ? StaffId === of.StaffId : CustomerId === of.CustomerId))
    .map(({ Acts }) => Acts)
}

/** One act on each of three days, of somebody of their own, while the pattern’s other setting has this value. */
const three = (pattern: Pattern, kind: string, other: SettingName, value: number) => async () => {
  await app.sql('insert into setting (name, value) values ($1, to_jsonb($2::int))', other, value)
  const StaffId = pattern === 'Shared contact' ? null : (await make.account(app.db, staffWith())).staffId
  const CustomerId = StaffId === null ? (await customer(app.db)).CustomerId : null
  for (const day of ['2026-11-17', '2026-11-18', '2026-11-19'])
    await app.sql(
      `insert into watch_act (pattern, staff_id, customer_id, kind, key, day, happened_at) values ($1, $2, $3, $4, $5, $6::date, $6::date)`,
      ...[pattern, StaffId, CustomerId, kind, `${StaffId} ${CustomerId} ${day}`, day],
    )
  return found(pattern, { StaffId, CustomerId })
}

test('at 0 acts none are looked for', async () => {
  await app.sql(`insert into setting (name, value) values ('watch.adjustments', '0')`)
  expect(await three('Adjustments', 'Adjustment', 'watch.adjustmentDays', 30)()).toEqual([])
})

bothWays(
  app,
  'watch.ownSales',
  [
    [3, [3]],
    [4, []],
  ],
  three('Own number', 'Sale', 'watch.ownDays', 30),
)

bothWays(
  app,
  'watch.ownDays',
  [
    [3, [3]],
    [2, []],
  ],
  three('Own number', 'Sale', 'watch.ownSales', 3),
)

bothWays(
  app,
  'watch.adjustments',
  [
    [3, [3]],
    [4, []],
  ],
  three('Adjustments', 'Adjustment', 'watch.adjustmentDays', 30),
)

bothWays(
  app,
  'watch.adjustmentDays',
  [
    [3, [3]],
    [2, []],
  ],
  three('Adjustments', 'Adjustment', 'watch.adjustments', 3),
)

bothWays(
  app,
  'watch.manualSales',
  [
    [3, [3]],
    [4, []],
  ],
  three('Manual sales', 'Sale', 'watch.manualSaleDays', 30),
)

bothWays(
  app,
  'watch.manualSaleDays',
  [
    [3, [3]],
    [2, []],
  ],
  three('Manual sales', 'Sale', 'watch.manualSales', 3),
)

bothWays(
  app,
  'watch.cancellations',
  [
    [3, [3]],
    [4, []],
  ],
  three('Cancellations', 'Cancellation', 'watch.cancellationDays', 30),
)

bothWays(
  app,
  'watch.cancellationDays',
  [
    [3, [3]],
    [2, []],
  ],
  three('Cancellations', 'Cancellation', 'watch.cancellations', 3),
)

bothWays(
  app,
  'watch.cancelledCollections',
  [
    [3, [3]],
    [4, []],
  ],
  three('Cancelled collections', 'Reward', 'watch.cancelledCollectionDays', 30),
)

bothWays(
  app,
  'watch.cancelledCollectionDays',
  [
    [3, [3]],
    [2, []],
  ],
  three('Cancelled collections', 'Reward', 'watch.cancelledCollections', 3),
)

bothWays(
  app,
  'watch.sharedContacts',
  [
    [3, [3]],
    [4, []],
  ],
  three('Shared contact', 'Referral', 'watch.sharedContactDays', 30),
)

bothWays(
  app,
  'watch.sharedContactDays',
  [
    [3, [3]],
    [2, []],
  ],
  three('Shared contact', 'Referral', 'watch.sharedContacts', 3),
)

bothWays(
  app,
  'watch.lookUps',
  [
    [3, [3]],
    [4, []],
  ],
  three('Look-ups', 'Look-up', 'watch.lookUpDays', 30),
)

bothWays(
  app,
  'watch.lookUpDays',
  [
    [3, [3]],
    [2, []],
  ],
  three('Look-ups', 'Look-up', 'watch.lookUps', 3),
)

bothWays(
  app,
  'watch.lookUpRefusals',
  [
    [3, [3]],
    [4, []],
  ],
  three('Look-up limit', 'Refusal', 'watch.lookUpRefusalDays', 30),
)

bothWays(
  app,
  'watch.lookUpRefusalDays',
  [
    [3, [3]],
    [2, []],
  ],
  three('Look-up limit', 'Refusal', 'watch.lookUpRefusals', 3),
)

bothWays(
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
        systemWith('sales:write'),
      )
    }
    return found('Two outlets', { CustomerId })
  },
)

bothWays(
  app,
  'watch.exportRows',
  [
    [3, [1]],
    [4, []],
  ],
  async () => {
    // Somebody else each time.
    exporters++
    const roles = (['Customer', 'Feedback', 'Tasks'] as const).slice(0, exporters)
    const caller = staffWith({ roles, privileges: ['Export Data'] })
    const rows = { Input: { Search: { FullName: 'MANY' } }, Scope: 'Page', Page: 1, Rows: 4 } as const
    await app.call(addExport, exportInput(listCustomers.path, ['FullName'], rows), {
      as: caller,
      key: `rows-${exporters}`,
    })
    return found('Exports', { StaffId: (await app.token(caller)).staffId })
  },
)
