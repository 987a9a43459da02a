import { sql } from 'kysely'
import { inTransaction } from '#kit/server/transaction.ts'
import type { EnsureRules } from '../../contract/mapping.ts'
import type { Work } from '../work.ts'

/** Makes the structure and the rate that the mapping names, each where it does not exist yet; what exists stays as it is. */
export async function ensureRules(work: Work, { Structure, Rate }: EnsureRules): Promise<void> {
  await inTransaction(work.database, { origin: work.origin, timeZone: work.timeZone }, async (db) => {
    await sql`
      with made as (
        insert into point_structure (code, name, validity_months, card_category_code, created_by_id)
        select ${Structure.Code}, ${Structure.Name}, ${Structure.ValidityMonths}, upper(${Structure.CardCategoryCode}), ${work.origin.userId}
        where not exists (select from point_structure where code = ${Structure.Code} and status <> 'Deleted')
        returning structure_id
      )
      insert into point_structure_detail (structure_id, effective_from, effective_to, remark, created_by_id)
      select structure_id, ${Structure.EffectiveFrom}, ${Structure.EffectiveTo}, 'Import', ${work.origin.userId} from made`.execute(
      db,
    )
    await sql`
      with made as (
        insert into point_rate (brand, created_by_id)
        select ${Rate.Brand}, ${work.origin.userId}
        where not exists (select from point_rate where upper(brand) = upper(${Rate.Brand}) and object_type = 'All' and status <> 'Deleted')
        returning rate_id
      )
      insert into point_rate_detail (rate_id, amount, point_rate, effective_from, effective_to, created_by_id)
      select rate_id, ${Rate.Amount}, ${Rate.PointRate}, ${Rate.EffectiveFrom}, ${Rate.EffectiveTo}, ${work.origin.userId} from made`.execute(
      db,
    )
  })
}
