import { sql } from 'kysely'
import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract/contact-changes.ts'
import { ContactField } from '../contract/contact-changes.ts'
import { customerRefusals } from '../contract/customers.ts'
import { markContactsProved, markContactsUnproved, readContactProofs } from './unproved-contacts.ts'

// An attacker with a stolen customer session would first change e-mail or phone and then redeem the points.
// Redemptions are blocked for a day after a self-service change of e-mail or phone, unless staff confirm the person.
// The function in sql/contact_changes.sql blocks the redemptions.

const HOLD_HOURS = 24

export async function recordContactChange(ctx: Ctx, CustomerId: number, fields: readonly ContactField[]) {
  await ctx.db
    .insertInto('ContactChange')
    .values({
      CustomerId,
      Fields: [...fields],
      ChangedAt: ctx.now,
      HeldUntil: new Date(ctx.now.getTime() + HOLD_HOURS * 3_600_000),
    })
    .execute()
  await markContactsUnproved(ctx, CustomerId, fields)
}

type Hold = NonNullable<Reply<typeof contract.getContactHold>['Hold']>

/** Returns the latest change of contact fields that still blocks redemptions, or undefined. */
export async function findContactHold(ctx: Pick<Ctx, 'db' | 'now'>, CustomerId: number): Promise<Hold | undefined> {
  const { rows } = await sql<Hold>`
    select changed_at, held_until, fields from contact_change
    where customer_id = ${CustomerId} and confirmed_at is null and held_until > ${ctx.now}
    order by changed_at desc limit 1`.execute(ctx.db)
  return rows[0]
}

export async function getContactHold(ctx: Ctx, { MembershipNo }: Input<typeof contract.getContactHold>) {
  const CustomerId = await customerOf(ctx, MembershipNo)
  const { Unproved } = await readContactProofs(ctx, CustomerId)
  return { Hold: (await findContactHold(ctx, CustomerId)) ?? null, Unproved }
}

/** Records that staff confirmed the person after a change of contact fields, with user and outlet. */
export async function confirmContact(ctx: Ctx, { MembershipNo }: Input<typeof contract.confirmContact>) {
  const CustomerId = await customerOf(ctx, MembershipNo)
  const { rows } = await sql`
    update contact_change set confirmed_at = ${ctx.now}, confirmed_by_id = ${ctx.actor.userId}, outlet_code = ${ctx.actor.outletCode}
    where customer_id = ${CustomerId} and confirmed_at is null and held_until > ${ctx.now} returning change_id`.execute(
    ctx.db,
  )
  await markContactsProved(ctx, CustomerId, ContactField.options)
  ctx.audit('Confirm Contact', 'Customer', CustomerId, `Confirm Contact in Customer. CustomerId - ${CustomerId}`)
  return { Confirmed: rows.length }
}

async function customerOf(ctx: Ctx, MembershipNo: string): Promise<number> {
  const { rows } = await sql<{ CustomerId: number }>`
    select customer_id from membership where membership_no = surviving_membership(${MembershipNo}) and status <> 'Deleted'`.execute(
    ctx.db,
  )
  if (!rows[0]) throw customerRefusals.notFound()
  return rows[0].CustomerId
}
