import { sql } from 'kysely'
import { saleBonusesQuery, saleEarnedEvent, saleReceivedEvent, saleReturnedEvent } from '#areas/sales/server/index.ts'
import type { ServerArea } from '#kit/server/area.ts'
import { handleSqlEvent } from '#kit/server/events.ts'
import { addWaitingTargetRowsJob } from './server/add-waiting-rows.ts'
import { endCampaignsStep } from './server/end-campaigns.ts'
import { campaignRoutes } from './server/routes.ts'
import { campaignRowKinds } from './server/row-kinds.ts'
import { sendCampaignsJob } from './server/send-campaigns.ts'

export const campaignsServerArea: ServerArea = {
  name: 'campaigns',
  routes: campaignRoutes,
  rowKinds: campaignRowKinds,
  jobs: [sendCampaignsJob, addWaitingTargetRowsJob],
  handles: [
    handleSqlEvent(saleBonusesQuery, 'returns the bonus points of campaigns'),
    handleSqlEvent(saleEarnedEvent, 'awards campaign rewards'),
    handleSqlEvent(saleReceivedEvent, 'records the sale as a conversion of the campaigns that contacted the customer'),
    handleSqlEvent(saleReturnedEvent, 'reverses campaign rewards and makes the next purchase the conversion'),
  ],
  batchSteps: { expire: [endCampaignsStep] },
  uses: {
    StockGroup: {
      Campaigns: ({ Code }) =>
        sql`campaign_object where object_code = 'StockGroup' and object_value = ${Code} and status <> 'Deleted'`,
    },
  },
  histories: {
    Campaign: {
      parts: (id) =>
        sql`select 'CampaignObject', campaign_object_id::text from campaign_object where campaign_code = ${id}`,
    },
  },
  merge: {
    moves: [
      {
        table: 'campaign_target',
        key: 'target_list_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId }) =>
          sql`r.status <> 'Deleted' and exists (select from campaign_target own where own.customer_id = ${SurvivorId}
            and own.campaign_code = r.campaign_code and own.status <> 'Deleted')`,
      },
    ],
  },
  personal: {
    none: {
      live_list: 'links target lists to segments; their customers are in campaign_target',
      campaign_gift: 'links rewards to campaigns; the reward itself is exported',
    },
    mentions: [{ table: 'target_addition', columns: 'title input keys message' }],
    tables: [
      {
        table: 'campaign_target',
        part: 'Campaigns',
        hides: 'bucket source_name live_list_id',
        sets: { status: "case r.status when 'Active' then 'Deleted' else r.status end" },
        keeps: 'campaign_code source source_name channel result',
        auditKept: true,
      },
      {
        table: 'campaign_contact',
        part: 'Campaigns',
        rows: 'r.target_list_id in (select target_list_id from campaign_target where customer_id = any($1::bigint[]))',
        hides: 'attempts next_try_at remark',
        dots: 'remark',
        sets: { status: "case r.status when 'Waiting' then 'Cancelled' else r.status end" },
        keeps: 'channel result',
        auditKept: true,
      },
    ],
  },
}
