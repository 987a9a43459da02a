import { beforeAll, expect } from 'vitest'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import * as contract from '#areas/merges/contract.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { jobContext, make, useApp } from '../harness.ts'
import { merging } from './merges.ts'
import { addEarningRules, cardCategory, checkLedger, member } from './sales.ts'

// A company in which two records of one person are merged.

export function mergingCompany() {
  const app = useApp({ at: '2026-11-21T04:00:00Z' })
  const { requestMerge, approve, merge, buy, cancelSale } = merging(app)

  beforeAll(async () => {
    await addEarningRules(app.db)
    await cardCategory(app.db, 'SILVER')
    await cardCategory(app.db, 'GOLD')
  })

  const pair = async () => [await member(app.db), await member(app.db)] as const
  const preview = (SurvivorId: number, MergedId: number, more: object = {}) =>
    app.call(contract.previewMerge, { SurvivorId, MergedId, ...more })
  const redeem = (MembershipNo: string, Points: number) =>
    app.call(redeemPoints, { MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `M${make.nextNumber()}` })
  const ledger = async (MembershipNo: string) => {
    const differences = await checkLedger(app.db, MembershipNo)
    expect(differences.agree).toBe(true)
    return differences
  }
  const expectProved = async () => {
    const { Differences } = await reconcileLedger(jobContext(app))
    expect(Differences).toBe(0)
  }
  const lots = (MembershipNo: string) =>
    app.sql<{ left: number; earned_at: string; available_from: string; expiry_date: string }>(
      `select (point_amount - point_reversed - point_utilized - point_expired)::int as left, earned_at::text, available_from::text, expiry_date::text
       from point_history where membership_no = $1 and point_amount > point_reversed + point_utilized + point_expired
       order by expiry_date, earned_at, history_id`,
      MembershipNo,
    )
  return { app, requestMerge, approve, merge, buy, cancelSale, pair, preview, redeem, ledger, expectProved, lots }
}
