import { type addCampaign as add, addCampaign, type CampaignDetail } from '#areas/campaigns/contract.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { hq, type TestApp } from '../harness.ts'
import { nextNumber } from './people.ts'

export const campaignTypes = (app: TestApp) =>
  app.sql(
    `insert into list_item (list_name, value, sequence_no) values ('CampaignType', 'Festive', 1) on conflict do nothing`,
  )

/** A campaign for the whole of 2026, without awards by default. */
export async function campaign(app: TestApp, values: Partial<RequestBody<typeof add>> = {}): Promise<CampaignDetail> {
  await campaignTypes(app)
  const { body, status } = await app.call(
    addCampaign,
    {
      CampaignCode: `C${nextNumber()}`,
      CampaignName: 'Raya gold',
      CampaignType: 'Festive',
      StartDate: '2026-01-01',
      EndDate: '2026-12-31',
      ...values,
    },
    hq,
  )
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
