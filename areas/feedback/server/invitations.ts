import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { outletOfCallerLists, resolveOutletFilter } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { containsName, equals } from '#kit/server/filters.ts'
import { databaseFunctions } from '#kit/server/functions.ts'
import { readFirstRow, readPageOfList, sqlList } from '#kit/server/list.ts'
import type * as contract from '../contract.ts'
import { INVITATION_EVENT, type Invitation, invitationRefusals as refusals, responseRefusals } from '../contract.ts'
import { findClosedFormError, findFormRow } from './form-questions.ts'
import { createFeedbackFormUrl } from './links.ts'
import { formatInvitationCode } from './merge-names.ts'

/**
 * For anonymous forms the status of an invitation does not show whether the link was answered.
 * If the status changed when a response appeared, it would reveal the author of the response.
 */
const statusOf = (
  today: string,
) => sql`case when i.status = 'Answered' and f.anonymous_yn = 'N' or i.status = 'Revoked' then i.status
  when i.open_to < ${today}::date then 'Expired' else 'Open' end`

const invitationList = (ctx: Ctx, where: Parameters<typeof sqlList>[0]['where'] = []) =>
  sqlList({
    from: sql`(
      select i.invitation_id, i.feedback_id, i.customer_id, customer.full_name, i.source, i.outlet_code, customer.registered_outlet_code, i.staff_id,
        ${statusOf(ctx.today)} as status, i.open_to, i.created_at, i.answered_at
      from feedback_invitation i join customer using (customer_id) join feedback f using (feedback_id)
    ) i`,
    where,
    page: {
      keys: sql`i.*`,
      joins: sql`left join staff on staff.staff_id = i.staff_id left join lateral (
        select card.membership_no from membership card where card.customer_id = i.customer_id
        order by card.status = 'Active' desc, card.status not in ('Deleted', 'Merged') desc, card.join_date, card.membership_no limit 1) member_card on true`,
      as: 'i',
    },
    select: sql<Invitation>`i.invitation_id, i.feedback_id, i.customer_id, i.full_name, member_card.membership_no, i.source,
      coalesce(i.outlet_code, i.registered_outlet_code) as outlet_code, staff.full_name as staff_name, i.status, i.open_to, i.created_at, i.answered_at`,
    sort: {
      CreatedAt: 'i.created_at',
      FullName: 'i.full_name',
      OpenTo: 'i.open_to',
      AnsweredAt: (direction) => sql`i.answered_at ${direction} nulls last`,
    },
    tie: 'i.invitation_id',
  })

export function listInvitations(ctx: Ctx, { Search }: Input<typeof contract.listInvitations>) {
  const outlet = resolveOutletFilter(ctx, Search.OutletCode, responseRefusals.otherOutlet)
  return invitationList(ctx, [
    equals('i.feedback_id', Search.FeedbackId),
    outlet && sql`coalesce(i.outlet_code, i.registered_outlet_code) = ${outlet}`,
    containsName('i.full_name', Search.FullName),
    equals('i.source', Search.Source),
    equals('i.status', Search.Status),
  ])
}

async function findInvitation(ctx: Ctx, InvitationId: number): Promise<Invitation> {
  const invitation = await readFirstRow(ctx, invitationList(ctx, [sql`i.invitation_id = ${InvitationId}`]))
  if (!invitation) throw refusals.notFound()
  return invitation
}

/** Creates invitations on request of staff. Responses to them count for the outlet that invited. */
export async function addInvitations(
  ctx: Ctx,
  { FeedbackId, CustomerIds, SendYN }: Input<typeof contract.addInvitations>,
) {
  const form = await findFormRow(ctx, FeedbackId, true)
  if (!form || findClosedFormError(form, ctx.today)) throw refusals.formClosed()
  if (SendYN === 'Y') await refuseWithoutTemplate(ctx)
  const customerIds = [...new Set(CustomerIds)]
  const { rows } = await sql<{ InvitationId: number }>`
    insert into feedback_invitation (feedback_id, customer_id, source, once_key, outlet_code, staff_id, open_to, created_by_id, created_at)
    select ${FeedbackId}, c.customer_id, 'Manual', 'manual ' || ${randomUUID()} || ' ' || c.customer_id,
      nullif(${ctx.actor.outletCode}::text, 'HQ'), ${ctx.actor.staffId}::bigint, ${ctx.today}::date + ${form.LinkDays}::int,
      ${ctx.actor.userId}::bigint, ${ctx.now}
    from customer c where c.customer_id = any(${customerIds}::bigint[]) and c.status not in ('Deleted', 'Merged')
      and not exists (select from feedback_invitation i where i.feedback_id = ${FeedbackId} and i.customer_id = c.customer_id
        and i.status = 'Open' and i.open_to >= ${ctx.today}::date)
    order by c.customer_id returning invitation_id`.execute(ctx.db)
  const openInvitations = await readPageOfList(
    ctx,
    invitationList(ctx, [
      sql`i.feedback_id = ${FeedbackId}`,
      sql`i.customer_id = any(${customerIds}::bigint[])`,
      sql`i.status = 'Open'`,
    ]),
    {},
  )
  if (SendYN === 'Y')
    for (const { InvitationId, CustomerId } of openInvitations.rows) {
      const about = {
        CustomerId,
        ReferenceCode: formatInvitationCode(InvitationId),
        OutletCode: outletOfCallerLists(ctx),
        StaffId: ctx.actor.staffId,
      }
      await databaseFunctions.noteOccasion(ctx.db, { happened: INVITATION_EVENT, about, at: ctx.now })
    }
  ctx.audit(
    'Invite',
    'Feedback',
    FeedbackId,
    `Invite in Feedback. FeedbackId - ${FeedbackId}, customers - ${rows.length}`,
  )
  return {
    Invitations: openInvitations.rows.map((invitation) => ({
      ...invitation,
      Url: createFeedbackFormUrl(ctx.services, FeedbackId, invitation.InvitationId),
    })),
  }
}

async function refuseWithoutTemplate({ db }: Ctx) {
  const active = await db
    .selectFrom('ContactTemplate')
    .select('TemplateId')
    .where('Status', '=', 'Active')
    .where('Event', '=', INVITATION_EVENT)
    .executeTakeFirst()
  if (!active) throw refusals.noTemplate()
}

export async function getInvitationLink(ctx: Ctx, { InvitationId }: Input<typeof contract.getInvitationLink>) {
  const { FeedbackId } = await findInvitation(ctx, InvitationId)
  return { InvitationId, Url: createFeedbackFormUrl(ctx.services, FeedbackId, InvitationId) }
}

export async function revokeInvitation(ctx: Ctx, { InvitationId }: Input<typeof contract.revokeInvitation>) {
  const { rows } = await sql`update feedback_invitation set status = 'Revoked'
    where invitation_id = ${InvitationId} and status = 'Open' returning 1`.execute(ctx.db)
  const invitation = await findInvitation(ctx, InvitationId)
  if (rows.length === 0) throw refusals.notOpen()
  ctx.audit(
    'Withdraw Invitation',
    'FeedbackInvitation',
    InvitationId,
    `Withdraw Invitation in Feedback. InvitationId - ${InvitationId}`,
  )
  return invitation
}
