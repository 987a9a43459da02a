import { beforeAll, beforeEach } from 'vitest'
import * as contract from '#areas/campaigns/contract.ts'
import { reconcileLedger } from '#areas/expiry/server/index.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { hq, jobContext, staffWith, systemWith, useApp } from '../harness.ts'
import { campaign as campaignOf } from './campaigns.ts'
import { nextNumber } from './people.ts'
import { addEarningRules, cardCategory, checkLedger, companyBrands, createPointRate, line } from './sales.ts'

// A company with campaigns that award bonus points; 10 MYR earn one point, so 1,000 MYR earn 100.

export const NOW = '2026-06-15T04:00:00Z'

type Values = NonNullable<Parameters<typeof campaignOf>[1]>
export type Person = { MembershipNo: string }

export function awardingCompany() {
  const app = useApp({ at: NOW })
  const till = systemWith('sales:write', 'sales:cancel')
  const counter = staffWith({ roles: ['Customer Transaction', 'Customer', 'Redeem Rewards'] })

  beforeAll(async () => {
    await addEarningRules(app.db)
    // Creates the category first, because concurrent creation by several members would conflict.
    await cardCategory(app.db, 'SILVER')
    await companyBrands(app.db, ['Aurelia', 'Celeste'], 'Active')
    await createPointRate(app.db, 'Celeste', '1')
  })
  // Deactivates campaigns of earlier tests.
  beforeEach(() => app.sql(`update campaign set status = 'Draft'`))

  const campaign = (values: Values = {}) => campaignOf(app, { AwardPointYN: 'Y', ...values })
  const twice = (values: Values = {}) => campaign({ Multiplier: '2', ...values })

  const sale = (buyer: Person | null, lines: object[], more: object = {}) =>
    ({
      TransactionType: 'N',
      InvoiceNo: `AW${nextNumber()}`,
      OutletCode: 'KLCC',
      MembershipNo: buyer?.MembershipNo,
      Details: lines,
      ...more,
    }) as never
  const enter = (buyer: Person | null, lines: object[] | string, more: object = {}) =>
    app.call(addTransaction, sale(buyer, typeof lines === 'string' ? [line(lines)] : lines, more), till)
  async function sell(...of: Parameters<typeof enter>) {
    const { status, body, refusal } = await enter(...of)
    if (status !== 201) throw new Error(refusal.message)
    return body
  }
  /** Enters a sale and returns its base points and its bonus points. */
  const pointsOf = async (...of: Parameters<typeof enter>) => {
    const { EarnedPoints, BonusPoints } = await sell(...of)
    return [EarnedPoints, BonusPoints]
  }
  const cancel = async (OriginalInvoiceNo: string, Details?: object[]) =>
    (await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo, Details } as never, till)).body
  const redeem = (buyer: Person, Points: number) =>
    app.call(
      redeemPoints,
      { MembershipNo: buyer.MembershipNo, Points, ObjectType: 'Reward', ObjectValue: `R${nextNumber()}` },
      counter,
    )
  const pointsLeft = async ({ MembershipNo }: Person) => (await checkLedger(app.db, MembershipNo)).points
  const spentOf = async (CampaignCode: string) =>
    (await app.call(contract.getCampaign, { CampaignCode }, hq)).body.SpentPoints
  const proven = async () => (await reconcileLedger(jobContext(app))).Differences
  return {
    app,
    counter,
    till,
    campaign,
    twice,
    sale,
    enter,
    sell,
    pointsOf,
    cancel,
    redeem,
    pointsLeft,
    spentOf,
    proven,
  }
}
