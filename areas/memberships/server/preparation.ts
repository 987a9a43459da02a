import { sql } from 'kysely'
import { UpgradeData } from '#areas/customers/contract/upgrade-data.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { type PremiumField, premiumFields, type UpgradePreparation } from '../contract/upgrade.ts'

type Row = Omit<UpgradePreparation, 'MissingFields' | 'EmailMissingYN' | keyof UpgradeData> & {
  UpgradeData: unknown
  HasIdNo: boolean
  HasDateOfBirth: boolean
  HasGender: boolean
  HasAddress: boolean
  HasEmail: boolean
}

/** Returns the prepared upgrade of a membership, evaluated with the current data; null if none is pending. */
export async function readUpgradePreparation(ctx: Ctx, MembershipNo: string): Promise<UpgradePreparation | null> {
  const { rows } = await sql<Row>`
    select customer.customer_id, customer.upgrade_data, category.name as card_category_name, category.color, level.first_sales_amount,
      ${ctx.today}::date as cycle_start,
      (${ctx.today}::date + make_interval(months => coalesce(level.cycle_months, 12)) - interval '1 day')::date as cycle_end,
      customer.id_no is not null as has_id_no, customer.date_of_birth is not null as has_date_of_birth,
      customer.gender is not null as has_gender, customer.email is not null as has_email,
      exists (select from customer_address where customer_address.customer_id = customer.customer_id and customer_address.status = 'Active') as has_address,
      membership.version
    from membership
    join customer on customer.customer_id = membership.customer_id
    join card_category category on category.code = customer.upgrade_data->>'CardCategoryCode' and category.status <> 'Deleted'
    left join card_level level on level.card_level_id = (customer.upgrade_data->>'CardLevelId')::bigint
    where membership.membership_no = ${MembershipNo} and customer.upgrade_pending_yn = 'Y'
      and customer.upgrade_data->>'MembershipNo' = membership.membership_no`.execute(ctx.db)
  const row = rows[0]
  if (!row) return null
  const { UpgradeData: stored, HasIdNo, HasDateOfBirth, HasGender, HasAddress, HasEmail, ...preparation } = row
  const has: Record<PremiumField, boolean> = {
    IdNo: HasIdNo,
    DateOfBirth: HasDateOfBirth,
    Gender: HasGender,
    Address: HasAddress,
  }
  const { PreparedById: _, ...data } = UpgradeData.parse(stored)
  return {
    ...data,
    ...preparation,
    MissingFields: premiumFields.filter((field) => !has[field]),
    EmailMissingYN: HasEmail ? 'N' : 'Y',
  }
}
