import { sql } from 'kysely'
import { findMemberByNumber } from '#areas/points/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { sqlList } from '#kit/server/list.ts'
import type * as contract from '../../contract/rescue.ts'

const columns = sql`e.contact_id, e.membership_no, e.contact_type, e.outcome, e.note, e.outlet_code, staff.full_name as contacted_by_name, e.contacted_at`

/** Records a contact with a member about expiring points: channel, outcome and note. */
export async function addExpiryContact(
  ctx: Ctx,
  { ContactType, Outcome, Note, ...input }: Input<typeof contract.addExpiryContact>,
) {
  const { MembershipNo } = await findMemberByNumber(ctx.db, input.MembershipNo)

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

/** Lists the contacts about expiring points, with one member or with all members that the caller may list. */
export const listExpiryContacts = (
  { actor }: Ctx,
  { Search: { MembershipNo } }: Input<typeof contract.listExpiryContacts>,
) =>
  sqlList({
    from: sql`expiry_contact e left join user_account on user_id = e.contacted_by_id left join staff using (staff_id)`,
    where: [
      MembershipNo ? equals('e.membership_no', MembershipNo) : !actor.isHQ && equals('e.outlet_code', actor.outletCode),
    ],
    select: sql<contract.ExpiryContact>`${columns}`,
    sort: { ContactedAt: 'e.contacted_at' },
    tie: 'e.contact_id',
  })
