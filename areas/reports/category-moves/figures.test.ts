import { beforeAll, describe, expect, test } from 'vitest'
import { merging } from '#tests/factories/merges.ts'
import { columns, MARCH, REPORT_TIME, run } from '#tests/factories/reports.ts'
import { addEarningRules, cardCategory, member } from '#tests/factories/sales.ts'
import { useApp } from '#tests/harness.ts'
import { memberCategoryReport } from '../member-category/contract.ts'
import { categoryMovesReport } from './contract.ts'

// Category changes on the first and last day of March, repeated changes, and a change of a merged membership.

const app = useApp({ at: REPORT_TIME })
const FIRST_MINUTES_OF_MARCH = '2026-02-28T16:10:00Z'
const LAST_MINUTES_OF_FEBRUARY = '2026-02-28T15:50:00Z'

const namedMember = async (name: string, options: Parameters<typeof member>[1] = {}) => {
  const created = await member(app.db, options)
  await app.sql('update customer set full_name = $1 where customer_id = $2', name, created.CustomerId)
  return created
}
type Person = Awaited<ReturnType<typeof namedMember>>

/** Inserts a category change that took effect at `at`, or without `at` an approved change that has not taken effect. */
const change = (
  { MembershipNo }: Person,
  from: string | null,
  to: string | null,
  at: string | null,
  action = 'Upgrade',
) =>
  app.sql(
    `insert into membership_level_history (membership_no, action, from_category, to_category, reason, status, requested_at, effective_date, applied_at)
     values ($1, $2, $3, $4, 'Staff request', 'Approved', '2026-02-20T04:00:00Z', '2026-03-01', $5)`,
    ...[MembershipNo, action, from, to, at],
  )
const status = async ({ MembershipNo }: Person, word: string, at: string) =>
  app.sql('update membership set status = $1, updated_at = $2 where membership_no = $3', word, at, MembershipNo)

beforeAll(async () => {
  await addEarningRules(app.db)
  await cardCategory(app.db, 'SILVER')
  await cardCategory(app.db, 'GOLD')
  await change(await namedMember('MARCH UP', { category: 'GOLD' }), 'SILVER', 'GOLD', FIRST_MINUTES_OF_MARCH)
  await change(await namedMember('FEBRUARY UP', { category: 'GOLD' }), 'SILVER', 'GOLD', LAST_MINUTES_OF_FEBRUARY)
  await change(await namedMember('DOWN'), 'GOLD', 'SILVER', '2026-03-10T04:00:00Z', 'Downgrade')
  await change(await namedMember('PREMIUM NOW'), null, 'SILVER', '2026-03-11T04:00:00Z')
  const both = await namedMember('THERE AND BACK')
  await change(both, 'SILVER', 'GOLD', '2026-03-05T04:00:00Z')
  await change(both, 'GOLD', 'SILVER', '2026-03-15T04:00:00Z', 'Downgrade')
  await change(await namedMember('TAKEN BACK'), 'SILVER', 'GOLD', null)

  const survivor = await namedMember('SURVIVOR', { category: 'GOLD' })
  const merged = await namedMember('MERGED', { category: 'GOLD' })
  await change(merged, 'SILVER', 'GOLD', '2026-03-05T04:00:00Z')
  await merging(app).merge(survivor, merged)

  await status(await namedMember('DELETED'), 'Deleted', '2026-03-18T04:00:00Z')
  await status(await namedMember('GONE LONG AGO'), 'Deleted', '2026-02-18T04:00:00Z')
  const back = await namedMember('CAME BACK')
  await app.sql(
    `insert into archived_member (customer_id, customer_status, memberships, points, archived_by, archived_at, reactivated_how, reactivated_by, reactivated_at)
     values ($1, 'Active', jsonb_build_object($2::text, 'Active'), 0, 'Head office', '2026-01-10T04:00:00Z', 'Staff', 'Head office', '2026-03-12T04:00:00Z')`,
    ...[back.CustomerId, back.MembershipNo],
  )
})

const march = { DateFrom: MARCH[0], DateTo: MARCH[1] }
const moves = async (input: object) =>
  columns(
    (await run(app, categoryMovesReport, { ...march, ...input })).rows,
    'FromCategory',
    'ToCategory',
    'CategoryMove',
    'Members',
  )
const people = async (input: object) =>
  columns(
    (
      await run(app, categoryMovesReport, {
        ...march,
        ReportType: 'Detail',
        SortOption: 'CustomerName',
        SortDirection: 'ASC',
        ...input,
      })
    ).rows,
    'CustomerName',
  ).flat()

describe('category movements report', () => {
  test('category movements report: counts each member once, with the category before and the category after the period', async () => {
    const { rows, Totals } = await run(app, categoryMovesReport, march)
    expect(columns(rows, 'FromCategory', 'ToCategory', 'CategoryMove', 'Members', 'Share')).toEqual([
      ['Non-Premium Member', 'SILVER', 'Upgraded', 1, '100.0'],
      ['SILVER', 'SILVER', 'Stayed', 2, '40.0'],
      ['SILVER', 'GOLD', 'Upgraded', 1, '20.0'],
      // The merged membership and the deleted membership left; the change of the merged one does not count for the survivor.
      ['SILVER', null, 'Left', 2, '40.0'],
      ['GOLD', 'SILVER', 'Downgraded', 1, '33.3'],
      ['GOLD', 'GOLD', 'Stayed', 2, '66.7'],
      [null, 'SILVER', 'Came back', 1, null],
    ])
    expect(Totals).toEqual({ Members: 10, Upgraded: 2, Downgraded: 1, LeftMembers: 2 })
  })

  test('category movements report: a change ten minutes before 1 March in the business time zone counts in February', async () => {
    expect(await people({ CategoryMove: 'Upgraded' })).toEqual(['MARCH UP', 'PREMIUM NOW'])
    expect(await people({ CategoryMove: 'Upgraded', DateFrom: '2026-02-01', DateTo: '2026-02-28' })).toEqual([
      'FEBRUARY UP',
    ])
  })

  test('category movements report: changes that never took effect or were reversed in the period are not counted', async () => {
    expect(await people({ CategoryMove: 'Stayed', FromCategory: 'silver' })).toEqual(['TAKEN BACK', 'THERE AND BACK'])
    expect(await people({ CategoryMove: 'Upgraded', DateTo: '2026-03-14' })).toEqual([
      'MARCH UP',
      'MERGED',
      'PREMIUM NOW',
      'THERE AND BACK',
    ])
    expect(await people({ CategoryMove: 'Left' })).toEqual(['DELETED', 'MERGED'])
    expect(await moves({ ToCategory: 'GOLD' })).toEqual([
      ['SILVER', 'GOLD', 'Upgraded', 1],
      ['GOLD', 'GOLD', 'Stayed', 2],
    ])
  })

  test('category movements report: members at the start, plus joined, less left, equal the members at the end', async () => {
    const { rows } = await run(app, memberCategoryReport, march)
    expect(
      columns(
        rows,
        ...[
          'Category',
          'MembersStart',
          'CameBack',
          'UpgradedIn',
          'DowngradedIn',
          'UpgradedOut',
          'DowngradedOut',
          'LeftMembers',
          'MembersEnd',
        ],
      ),
    ).toEqual([
      ['Non-Premium Member', 1, 0, 0, 0, 1, 0, 0, 0],
      ['SILVER', 5, 1, 1, 1, 1, 0, 2, 5],
      ['GOLD', 3, 0, 1, 0, 0, 1, 0, 3],
    ])
  })
})
