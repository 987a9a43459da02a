import { beforeAll, describe, expect, test } from 'vitest'
import { addCampaignTargets } from '#areas/campaigns/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import {
  type Company,
  columns,
  pavilionStaff,
  REPORT_TIME,
  reportCompany,
  run,
  withoutAmounts,
} from '#tests/factories/reports.ts'
import { hq, useApp } from '#tests/harness.ts'
import { campaignTargetsReport } from './contract.ts'

// Campaign from 1 to 15 March. Mei was called on 1 March at 00:15 and bought B for 250.50 fifteen minutes later.
// Ali's conversion is C with 300.00 left after a return. Siti is in the control group and returned her purchase.

const app = useApp({ at: REPORT_TIME })
let company: Company
let CampaignCode = ''

beforeAll(async () => {
  company = await reportCompany(app)
  const created = await campaign(app, { CampaignCode: 'RAYA', StartDate: '2026-03-01' })
  CampaignCode = created.CampaignCode
  const { Mei, Ali, Siti } = company
  const people = [Mei, Ali, Siti].map(({ CustomerId }) => CustomerId)
  await app.call(addCampaignTargets, { CampaignCode, CustomerId: people } as never, { as: hq, key: 'targets' })
  const other = await campaign(app, { CampaignCode: 'LATER', CampaignName: 'Later' })
  await app.call(addCampaignTargets, { CampaignCode: other.CampaignCode, CustomerId: [Mei.CustomerId] } as never, {
    as: hq,
    key: 'others',
  })
  await app.sql(
    `update campaign set control_percent = 50, end_date = '2026-03-15' where campaign_code = $1`,
    CampaignCode,
  )
  const setOutcome = (person: { CustomerId: number }, at: string | null, from: string, invoice: string | null) =>
    app.sql(
      `update campaign_target set bucket = case when $2::timestamptz is null then 10 else 60 end, contacted_at = $2, counted_from = $3,
         channel = case when $2::timestamptz is not null then 'Call' end, result = case when $2::timestamptz is not null then 'Reached' end,
         converted_transaction_id = (select transaction_id from transaction_summary where invoice_no = $4)
       where customer_id = $1 and campaign_code = $5`,
      ...[person.CustomerId, at, from, invoice, CampaignCode],
    )
  await setOutcome(Mei, '2026-02-28T16:15:00Z', '2026-02-28T16:15:00Z', 'B')
  await setOutcome(Ali, '2026-03-09T04:00:00Z', '2026-03-09T04:00:00Z', 'C')
  await setOutcome(Siti, null, '2026-03-09T04:00:00Z', null)
  await app.sql(
    `insert into sale_bonus (transaction_id, cause, name, lines, fixed, points, given, returned)
     select transaction_id, $1, 'Raya', '{1}', 25, case invoice_no when 'C' then 20 else 25 end, 25, case invoice_no when 'C' then 5 else 0 end from transaction_summary where invoice_no in ('B', 'C')`,
    CampaignCode,
  )
})

describe('campaign target report', () => {
  test('campaign target report: shows contacts, conversions and awards of each target', async () => {
    const { rows, Totals } = await run(app, campaignTargetsReport, {
      CampaignCode: 'raya',
      SortOption: 'CustomerName',
      SortDirection: 'ASC',
    })
    expect(
      columns(rows, 'CustomerName', 'ContactChannel', 'ContactResult', 'ControlYN', 'LastPurchase', 'InvoiceNo', 'Net'),
    ).toEqual([
      ['ALI BIN ABU', 'Call', 'Reached', 'N', '2026-03-10', 'C', '300.00'],
      ['SITI AMINAH', null, null, 'Y', null, null, null],
      // Mei's last purchase belongs to the membership that was merged into hers.
      ['TAN MEI', 'Call', 'Reached', 'N', '2026-03-05', 'B', '250.50'],
    ])
    expect(columns(rows, 'PointsGiven', 'RewardsGiven')).toEqual([
      [20, 0],
      [0, 0],
      [25, 0],
    ])
    expect(Totals).toEqual({
      Targeted: 3,
      Contacted: 2,
      Converted: 2,
      ConversionRate: '100.0',
      Control: 1,
      ControlRate: '0.0',
      Lift: '100.0',
      Net: '550.50',
      ContactedNet: '550.50',
      PointsGiven: 45,
      RewardsGiven: 0,
      CampaignCost: '2.25',
    })
    // The cost of a point is 0.05.
    expect(columns(rows, 'CampaignCost')).toEqual([['1.00'], ['0.00'], ['1.25']])
  })

  test('campaign target report: can be filtered by contact, conversion and outlet, and has no lift for several campaigns', async () => {
    const { count, Totals } = await run(app, campaignTargetsReport, {})
    expect([count, Totals.Lift]).toEqual([4, null])
    const names = async (input: object, as = hq) =>
      columns((await run(app, campaignTargetsReport, { CampaignCode, ...input }, as)).rows, 'CustomerName').flat()
    expect(await names({ ContactedYN: 'N' })).toEqual(['SITI AMINAH'])
    expect(await names({ ControlYN: 'Y' })).toEqual(['SITI AMINAH'])
    expect(await names({ ConvertedYN: 'Y', OutletCode: 'KLCC' })).toEqual(['TAN MEI'])
    expect(await names({ CardCategoryCode: 'gold' })).toEqual(['ALI BIN ABU'])
    expect(await names({}, pavilionStaff)).toEqual(['ALI BIN ABU'])
    expect(await names({ Status: 'Excluded' })).toEqual([])
  })

  test('campaign target report: amounts are hidden without the privilege to view sales', async () => {
    const { rows, Totals } = await run(app, campaignTargetsReport, { CampaignCode }, withoutAmounts)
    expect(columns(rows, 'Net').flat()).toEqual([null, null])
    expect(Totals).toMatchObject({ Converted: 1, Net: null, ContactedNet: null, PointsGiven: 25 })
  })

  test('campaign target report: the cost does not include points and rewards that were taken back', async () => {
    await app.sql('update reward set unit_cost = 12.30 where reward_id = $1', company.gift.RewardId)
    for (const [invoice, returned] of [
      ['B', 'N'],
      ['C', 'Y'],
    ])
      await app.sql(
        `insert into campaign_gift (campaign_code, transaction_id, reward_id, lines, returned_yn)
         select $1, transaction_id, $2, '{1}', $4 from transaction_summary where invoice_no = $3`,
        ...[CampaignCode, company.gift.RewardId, invoice, returned],
      )
    const { rows, Totals } = await run(app, campaignTargetsReport, {
      CampaignCode,
      SortOption: 'CampaignCost',
      SortDirection: 'DESC',
    })
    expect(columns(rows, 'CustomerName', 'RewardsGiven', 'CampaignCost')).toEqual([
      ['TAN MEI', 1, '13.55'],
      ['ALI BIN ABU', 0, '1.00'],
      ['SITI AMINAH', 0, '0.00'],
    ])
    expect(Totals).toMatchObject({ RewardsGiven: 1, CampaignCost: '14.55' })
  })
})
