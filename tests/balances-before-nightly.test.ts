import { expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { getCustomer, listCustomers } from '#areas/customers/contract/customers.ts'
import { lookupMember, memberCard } from '#areas/memberships/contract/counter.ts'
import { getMembership, listMemberships } from '#areas/memberships/contract/memberships.ts'
import { explainPoints, getPointBalance } from '#areas/points/contract.ts'
import { memberListingReport } from '#areas/reports/member-listing/contract.ts'
import { pointSummaryReport } from '#areas/reports/point-summary/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { addEarningRules, line, member } from './factories/sales.ts'
import { hq, jobContext, useApp } from './harness.ts'

// Points expire at the end of their last day; the nightly batch adds the ledger entry later.

const app = useApp({ at: '2026-11-21T04:00:00Z' })

/** The values of every field with this name in a reply, at any depth. */
const valuesOf = (reply: unknown, name: string): unknown[] =>
  typeof reply !== 'object' || reply === null
    ? []
    : Object.entries(reply).flatMap(([key, value]) => (key === name ? [value] : valuesOf(value, name)))

test('balance: points are not included after their last day, even before the nightly batch has run', async () => {
  await addEarningRules(app.db)
  const { MembershipNo, CustomerId } = await member(app.db)
  for (const [InvoiceNo, price, day] of [
    ['ENDED', '1000', '2024-11-25'],
    ['OPEN', '500', '2026-11-20'],
  ] as const)
    await app.call(
      addTransaction,
      {
        TransactionType: 'N',
        InvoiceNo,
        OutletCode: 'KLCC',
        MembershipNo,
        PerformedAt: `${day}T12:00:00`,
        Details: [line(price)],
      } as never,
      hq,
    )
  const balances = async () => {
    await app.call(lookupMember, { Typed: MembershipNo }, hq)
    const replies = await Promise.all([
      app.call(getPointBalance, { MembershipNo }, hq),
      app.call(getMembership, { mbsno: MembershipNo } as never, hq),
      app.call(listMemberships, { Search: { MembershipNo } } as never, hq),
      app.call(listMemberships, { SortOption: 'PointBalance', Search: { MembershipNo } } as never, hq),
      app.call(lookupMember, { Typed: MembershipNo }, hq),
      app.call(memberCard, { MembershipNo }, hq),
      app.call(getCustomer, { CustomerId }, hq),
      app.call(listCustomers, { Search: { MembershipNo } } as never, hq),
      app.call(listCustomers, { SortOption: 'PointBalance' } as never, hq),
      app.call(explainPoints, { MembershipNo } as never, hq),
      app.call(memberListingReport.call, {} as never, hq),
      app.call(pointSummaryReport.call, { MembershipNo } as never, hq),
    ])
    return replies.map(({ status, body }) => [status, [...new Set(valuesOf(body, 'PointBalance'))]])
  }
  const all = (points: number) => Array(12).fill([200, [points]])
  expect(await balances()).toEqual(all(150))
  app.clock.set('2026-11-30T15:59:00Z')
  expect(await balances()).toEqual(all(150))
  app.clock.set('2026-11-30T16:01:00Z')
  expect(await balances()).toEqual(all(50))
  const { body } = await app.call(getPointBalance, { MembershipNo }, hq)
  expect(body).toMatchObject({ PointBalance: 50, Available: 50, TotalPointsEarned: 150, TotalPointsExpired: 100 })
  await runNightlyBatch(jobContext(app), nightlyBatchSteps)
  expect(await balances()).toEqual(all(50))
  expect((await app.call(getPointBalance, { MembershipNo }, hq)).body).toEqual(body)
}, 60_000)
