import { expect, test } from 'vitest'
import { runNightlyBatch } from '#areas/points/server/index.ts'
import type { SettingName } from '#areas/setup/contract/settings.ts'
import { customer } from '#tests/factories/customers.ts'
import { jobContext, staffWith, useApp } from '#tests/harness.ts'
import { listFindings, type Pattern } from '../contract.ts'
import { watchLoyalty } from './run.ts'

// What is looked for follows from the settings, of each pattern from its own two: from how many acts on, within how many days.

const app = useApp({ at: '2026-11-20T04:00:00Z' })
const watcher = staffWith({ roles: ['Loyalty Watch'], outlet: 'HQ' })

// Nobody sees what concerns themselves.
const clerk = staffWith({ roles: ['Customer'] })

const set = (name: SettingName, value: number) =>
  app.sql(
    `insert into setting (name, value) values ($1, $2::jsonb) on conflict (name) do update set value = excluded.value`,
    name,
    JSON.stringify(value),
  )

test.each([
  ['Own number', 'watch.ownSales', 'watch.ownDays', 'Sale'],
  ['Adjustments', 'watch.adjustments', 'watch.adjustmentDays', 'Adjustment'],
  ['Manual sales', 'watch.manualSales', 'watch.manualSaleDays', 'Sale'],
  ['Cancellations', 'watch.cancellations', 'watch.cancellationDays', 'Cancellation'],
  ['Cancelled collections', 'watch.cancelledCollections', 'watch.cancelledCollectionDays', 'Reward'],
  ['Shared contact', 'watch.sharedContacts', 'watch.sharedContactDays', 'Referral'],
  ['Look-ups', 'watch.lookUps', 'watch.lookUpDays', 'Look-up'],
  ['Look-up limit', 'watch.lookUpRefusals', 'watch.lookUpRefusalDays', 'Refusal'],
] as const satisfies readonly (readonly [Pattern, SettingName, SettingName, string])[])(
  '%s: so many acts within so many days, and none is looked for at 0',
  async (pattern, least, days, kind) => {
    const staffId = pattern === 'Shared contact' ? null : (await app.token(clerk)).staffId
    const customerId = staffId === null ? (await customer(app.db)).CustomerId : null
    for (const day of ['2026-11-17', '2026-11-18', '2026-11-19'])
      await app.sql(
        `insert into watch_act (pattern, staff_id, customer_id, kind, key, day, happened_at) values ($1, $2, $3, $4, $5::text, $5::text::date, $5::text::timestamptz)`,
        pattern,
        staffId,
        customerId,
        kind,
        day,
      )
    const found = async (acts: number, within: number) => {
      await set(least, acts)
      await set(days, within)
      await runNightlyBatch(jobContext(app), [watchLoyalty], undefined)
      const { body } = await app.call(listFindings, { Search: { Pattern: pattern }, Rows: 1000 }, watcher)
      return body.rows.map(({ Acts, AtLeast }) => [Acts, AtLeast])
    }
    expect(await found(0, 30)).toEqual([])
    expect(await found(4, 30)).toEqual([])
    expect(await found(3, 2)).toEqual([])
    expect(await found(3, 3)).toEqual([[3, 3]])
  },
)
