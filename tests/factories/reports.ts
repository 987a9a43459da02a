import { sql } from 'kysely'
import type { z } from 'zod'
import { cancelRedeem, redeemRewards } from '#areas/customer-rewards/contract.ts'
import type { DeclaredReport } from '#areas/reports/contract/report.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { type Caller, hq, staffWith, type TestApp } from '../test-app.ts'
import { merging } from './merges.ts'
import { nextNumber } from './people.ts'
import { reward } from './rewards.ts'
import { addEarningRules, cardCategory, line, member } from './sales.ts'

// A company for the tests of every report, small enough to add up by hand.
// The clock is at noon of 20 March 2026 in Kuala Lumpur; a premium member earns a point for each 10.00.
//
// Mei (premium SILVER, female, born 1990, KLCC) has sale A of 28 February 23:30 for 100.00, and B of 1 March 00:30 for 250.50.
// Ali (premium GOLD, male, born 1961, PAV) has sale C of 10 March for 300.00 + 200.00; 200.00 were returned on 12 March.
// Siti (non-premium, birthday unknown, KLCC) has sale D of 15 March for 80.00, which was returned on 16 March.
// Old was merged into Mei, and has sale E of 5 March for 400.00.
// The walk-in sale W at KLCC of 6 March is for 999.00.
// Mei redeemed two gifts of 10 points; one of them was cancelled.

/** The time at which the reports run. */
export const REPORT_TIME = '2026-03-20T04:00:00Z'
export const MARCH = ['2026-03-01', '2026-03-31'] as const
/** A period that covers all sales. */
export const ALL = ['2026-01-01', '2026-03-31'] as const

export type Company = Awaited<ReturnType<typeof reportCompany>>

export async function reportCompany(app: TestApp) {
  const { db } = app
  await addEarningRules(db)
  await cardCategory(db, 'SILVER')
  await cardCategory(db, 'GOLD')
  const person = async (name: string, gender: string | null, options: Parameters<typeof member>[1], joined: string) => {
    const newMember = await member(db, options)
    await sql`update customer set full_name = ${name}, gender = ${gender} where customer_id = ${newMember.CustomerId}`.execute(
      db,
    )
    await sql`update membership set join_date = ${joined} where membership_no = ${newMember.MembershipNo}`.execute(db)
    return { ...newMember, FullName: name }
  }
  const Mei = await person('TAN MEI', 'Female', {}, '2026-02-10')
  const Ali = await person(
    'ALI BIN ABU',
    'Male',
    { category: 'GOLD', outlet: 'PAV', birthDate: '1961-04-01' },
    '2026-03-02',
  )
  const Siti = await person(
    'SITI AMINAH',
    'Female',
    { memberType: 'Non-Premium Member', birthDate: null },
    '2026-03-15',
  )
  const Old = await person('TAN MEI (OLD)', 'Female', {}, '2026-03-01')

  const enter = async (sale: object) => {
    const { status, body, refusal } = await app.call(addTransaction, sale as never, hq)
    if (status !== 201) throw new Error(`A sale of the reports was refused: ${refusal.message}`)
    return body
  }
  const sellLines = (
    InvoiceNo: string,
    of: { MembershipNo: string } | null,
    at: string,
    prices: readonly string[],
    more: object = {},
  ) =>
    enter({
      TransactionType: 'N',
      InvoiceNo,
      MembershipNo: of?.MembershipNo ?? null,
      OutletCode: 'KLCC',
      PerformedAt: at,
      Details: prices.map((price) => line(price, { ProductType: 'Ring', ProductGroup: 'GOLD' })),
      ...more,
    })
  const back = (OriginalInvoiceNo: string, at: string, Details?: object[], more: object = {}) =>
    enter({
      TransactionType: 'C',
      InvoiceNo: `${OriginalInvoiceNo}-C`,
      OriginalInvoiceNo,
      PerformedAt: at,
      Details,
      ...more,
    })

  await sellLines('A', Mei, '2026-02-28T23:30:00', ['100.00'])
  await sellLines('B', Mei, '2026-03-01T00:30:00', ['250.50'], { SalesPersonCode: 'S01' })
  await sellLines('E', Old, '2026-03-05T12:00:00', ['400.00'])
  await sellLines('W', null, '2026-03-06T12:00:00', ['999.00'])
  await sellLines('C', Ali, '2026-03-10T12:00:00', ['300.00', '200.00'], { OutletCode: 'PAV', SalesPersonCode: 'S02' })
  await back('C', '2026-03-12T12:00:00', [{ OldSequenceNo: 2 }], { OutletCode: 'PAV' })
  await sellLines('D', Siti, '2026-03-15T12:00:00', ['80.00'])
  await back('D', '2026-03-16T12:00:00')
  await merging(app).merge(Mei, Old)

  const gift = await reward(db, { PointDeduct: 10, Name: 'Silver spoon' })
  const redeem = async (of: { MembershipNo: string } = Mei) => {
    const { status, body, refusal } = await app.call(
      redeemRewards,
      { MembershipNo: of.MembershipNo, Rewards: [{ RewardId: gift.RewardId }] } as never,
      { as: staffWith({ roles: 'all', privileges: 'all' }), key: `gift-${nextNumber()}` },
    )
    if (status !== 201) throw new Error(`A gift of the reports was refused: ${refusal.message}`)
    return (body as unknown as { rows: { ReferenceCode: string }[] }).rows[0]!.ReferenceCode
  }
  const redeemed = await redeem()
  const cancelled = await redeem()
  await app.call(cancelRedeem, { ReferenceCode: cancelled, Reason: 'Not wanted' } as never, hq)
  return { Mei, Ali, Siti, Old, gift, redeemed, cancelled, sold: sellLines, back, redeem }
}

/** Staff of KLCC with every role and every right that a report requires, but without access to amounts. */
export const withoutAmounts = staffWith({ roles: 'all' })
/** Staff of PAV with every right. */
export const pavilionStaff = staffWith({ roles: 'all', privileges: 'all', outlet: 'PAV' })

/** Runs a report and expects success. */
export async function run<F extends z.ZodRawShape, R extends z.ZodRawShape, T extends z.ZodRawShape>(
  app: TestApp,
  report: DeclaredReport<F, R, T>,
  input: RequestBody<DeclaredReport<F, R, T>['call']>,
  as: Caller = hq,
) {
  const { status, body, refusal } = await app.call(report.call, input, as)
  if (status !== 200) throw new Error(`The report was refused: ${refusal.message}`)
  return body
}

/** Returns the values of these columns, one array for each row. */
export const columns = (rows: readonly object[], ...fields: readonly string[]) =>
  rows.map((row) => fields.map((field) => (row as Record<string, unknown>)[field]))
