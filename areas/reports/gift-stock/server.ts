import { sql } from 'kysely'
import { equals } from '#kit/server/filters.ts'
import { serveReport } from '../server/report.ts'
import { giftStockReport } from './contract.ts'

const columns = [
  'stock_start',
  'stock_received',
  'stock_issued',
  'stock_returned',
  'stock_moved',
  'stock_counted',
  'stock_end',
  'qty_reserved',
  'qty_available',
]

export const giftStockRoute = serveReport(giftStockReport, (_ctx, query) => {
  const day = sql`business_date_of(m.moved_at)`
  const within = sql`${day} between ${query.from}::date and ${query.until}::date`
  const sumMovements = (type: string, sign = 1) =>
    sql`coalesce(${sql.lit(sign)} * sum(m.on_hand) filter (where ${within} and m.movement_type = ${sql.lit(type)}), 0)::int`
  return {
    // Stock on a past day is the current stock less the later movements.
    with: sql`r as (
      select i.inventory_id, reward.code as reward_code, reward.name as reward_name, building.code as outlet_code,
        (i.qty_on_hand - coalesce(sum(m.on_hand) filter (where ${day} >= ${query.from}::date), 0))::int as stock_start,
        ${sumMovements('Receive')} as stock_received, ${sumMovements('Issue', -1)} as stock_issued, ${sumMovements('Return')} as stock_returned,
        ${sumMovements('Transfer')} as stock_moved, ${sumMovements('Count adjust')} as stock_counted,
        (i.qty_on_hand - coalesce(sum(m.on_hand) filter (where ${day} > ${query.until}::date), 0))::int as stock_end,
        i.qty_reserved, i.qty_on_hand - i.qty_reserved as qty_available, i.reorder_level,
        case when i.qty_on_hand - i.qty_reserved <= i.reorder_level then 'Y' else 'N' end as low_yn
      from reward_inventory i join reward using (reward_id) left join building using (building_id) left join reward_movement m using (inventory_id)
      where i.status = 'Active' group by i.inventory_id, reward.reward_id, building.building_id
    )`,
    from: sql`r`,
    where: [
      equals('r.reward_code', query.RewardCode),
      equals('r.outlet_code', query.outlet),
      equals('r.low_yn', query.LowYN),
    ],
    select: sql`r.inventory_id, r.reward_code, r.reward_name, r.outlet_code, ${sql.join(columns.map((name) => sql`r.${sql.ref(name)}`))},
      r.reorder_level, r.low_yn`,
    sort: {
      RewardCode: (way) => sql`r.reward_code ${way}, r.outlet_code nulls first`,
      OutletCode: (way) => sql`r.outlet_code ${way} nulls first`,
    },
    tie: sql`r.inventory_id`,
    totals: sql`${sql.join(columns.map((name) => sql`coalesce(sum(r.${sql.ref(name)}), 0)::int as ${sql.ref(name)}`))},
      count(*) filter (where r.low_yn = 'Y')::int as low`,
  }
})
