import { sql } from 'kysely'
import { findMember } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { allOf, type Filter } from '#kit/server/page.ts'
import type * as contract from '../../contract/rescue.ts'

const columns = sql`e.contact_id, e.membership_no, e.contact_type, e.outcome, e.note, e.outlet_code, staff.full_name as contacted_by_name, e.contacted_at`

/** Notes that a member was told, how, and what came of it. */
export async function addExpiryContact(
  ctx: Ctx,
  { ContactType, Outcome, Note, ...asked }: Input<typeof contract.addExpiryContact>,
) {
  const { MembershipNo } = await findMember(ctx.db, asked.MembershipNo)

  const { rows } = await sql<contract.ExpiryContact>`
    with e as (
      insert into expiry_contact (membership_no, contact_type, outcome, note, outlet_code, contacted_by_id, contacted_at)
      values (${MembershipNo}, ${ContactType}, ${Outcome}, ${Note ?? null}, ${ctx.actor.outletCode}, ${ctx.actor.userId}, ${ctx.now})
      returning *
    )
    select ${columns} from e left join user_account on user_id = e.contacted_by_id left join staff using (staff_id)`.execute(
    ctx.db,
  )

  ctx.audit(
    'Contact Member',
    'ExpiryContact',
    rows[0]!.ContactId,
    `Contact Member in Expiry Rescue. MembershipNo - ${MembershipNo}, Outcome - ${Outcome}`,
  )
  return rows[0]!
}

/** The latest first; all of them, or one member's. */
export async function listExpiryContacts(
  ctx: Ctx,
  { Search: { MembershipNo }, Rows, Page, SortDirection }: Input<typeof contract.listExpiryContacts>,
) {
  const own = ctx.actor.isHQ ? null : ctx.actor.outletCode
  const given: Filter[] = []
  if (MembershipNo) given.push(sql`e.membership_no = ${MembershipNo}`)
  else if (own !== null) given.push(sql`e.outlet_code = ${own}`)
  const where = sql`where ${allOf(given)}`
  const direction = sql.raw(SortDirection)
  const [counted, page] = await Promise.all([
    sql<{ Count: number }>`select count(*) as count from expiry_contact e ${where}`.execute(ctx.db),
    sql<contract.ExpiryContact>`
      select ${columns} from expiry_contact e left join user_account on user_id = e.contacted_by_id left join staff using (staff_id) ${where}
      order by e.contacted_at ${direction}, e.contact_id ${direction} limit ${Rows} offset ${(Page - 1) * Rows}`.execute(
      ctx.db,
    ),
  ])
  return { count: counted.rows[0]!.Count, rows: page.rows }
}
