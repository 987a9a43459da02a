import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { RowFilter } from '#kit/server/filters.ts'
import { readFirstRow, sqlList } from '#kit/server/list.ts'
import { type Passcode, selfServiceRefusals } from '../../contract.ts'
import { MASKED_PASSCODE } from './codes.ts'

/** SQL of a passcode's status; Expired follows from the time, so no job has to update the status. */
export const passcodeStatusSql = (now: Date) =>
  sql<
    Passcode['Status']
  >`case when passcode.status = 'Active' and passcode.expires_at <= ${now} then 'Expired' else passcode.status end`

export const createPasscodeList = (ctx: Ctx, where: readonly RowFilter[]) =>
  sqlList({
    from: sql`passcode`,
    where,
    page: {
      keys: sql`passcode.passcode_id`,
      joins: sql`join passcode using (passcode_id) left join customer on customer.customer_id = passcode.customer_id
        left join staff adviser on adviser.staff_id = passcode.staff_id
        left join user_account creator on creator.user_id = passcode.created_by_id left join staff creator_staff on creator_staff.staff_id = creator.staff_id`,
    },
    select: sql<Passcode>`passcode.passcode_id, ${MASKED_PASSCODE}::text as passcode, passcode.purpose, passcode.object_type,
      coalesce(passcode.object_id, passcode.customer_id::text) as object_id, passcode.customer_id, customer.full_name as customer_name,
      (select membership_no from membership where membership.customer_id = passcode.customer_id
        order by (membership.status = 'Active') desc, membership.join_date, membership_no limit 1) as membership_no,
      passcode.outlet_code, passcode.language, adviser.full_name as staff_name, passcode.name, passcode.uses_most, passcode.uses,
      passcode.registered, ${passcodeStatusSql(ctx.now)} as status, coalesce(creator_staff.full_name, creator.username) as created_by_name,
      passcode.created_at, passcode.expires_at`,
    sort: {
      CreatedAt: 'passcode.created_at',
      ExpiresAt: 'passcode.expires_at',
      Uses: 'passcode.uses',
      Registered: 'passcode.registered',
      OutletCode: 'passcode.outlet_code',
    },
    tie: 'passcode.passcode_id',
  })

export async function readPasscode(ctx: Ctx, PasscodeId: number): Promise<Passcode> {
  const passcode = await readFirstRow(ctx, createPasscodeList(ctx, [sql`passcode.passcode_id = ${PasscodeId}`]))
  if (!passcode) throw selfServiceRefusals.noSuchPasscode()
  return passcode
}
