import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { equals } from '#kit/server/filters.ts'
import { queryList } from '#kit/server/list.ts'
import type * as sessions from '../contract/sessions.ts'
import type * as contract from '../contract.ts'

/** Writes a login activity, which never contains text that the user typed. */
export async function recordLoginActivity(
  ctx: Ctx,
  userId: number | null,
  description: string,
  session = ctx.actor.sessionLabel,
) {
  await ctx.db
    .insertInto('LoginActivity')
    .values({
      ActivityDateTime: ctx.now,
      SessionId: session,
      SourceIP: ctx.sourceIP,
      ObjectType: userId === null ? 'Unknown User' : 'User',
      ObjectId: userId === null ? '-' : String(userId),
      ActivityDescription: description,
    })
    .execute()
}

/** Writes a note of the web app about this session, such as an issued passcode. */
export async function addLoginActivity(ctx: Ctx, activity: Input<typeof sessions.addLoginActivity>) {
  const { LoginActivityId } = await ctx.db
    .insertInto('LoginActivity')
    .values({
      ...activity,
      ActivityDateTime: ctx.now,
      SessionId: ctx.actor.sessionLabel,
      SourceIP: ctx.sourceIP,
    })
    .returning('LoginActivityId')
    .executeTakeFirstOrThrow()
  ctx.audit('Create Login Activity', 'LoginActivity', LoginActivityId)
  return { LoginActivityId }
}

export const loginActivityFields = [
  'LoginActivityId',
  'SessionId',
  'SourceIP',
  'ObjectType',
  'ObjectId',
  'ActivityDateTime',
  'ActivityDescription',
] as const

export function listLoginActivities(ctx: Ctx, { Search }: Input<typeof contract.listLoginActivities>) {
  const { actor } = ctx
  const seesAll = actor.privileges.has('View Audit')
  return queryList(ctx.db.selectFrom('LoginActivity').select(loginActivityFields), {
    where: [
      // A note has another subject than its user, so the query finds notes by the session that wrote them.
      !seesAll &&
        sql`(object_type = 'User' and object_id = ${String(actor.userId)} or session_id = ${actor.sessionLabel})`,
      seesAll && !actor.isHQ && ofOutlet(ctx),
      equals('SessionId', Search.SessionId),
      equals('ObjectId', Search.ObjectId),
    ],
    tie: 'LoginActivityId',
  })
}

/** Limits login activities to users of the caller's outlet. Only head office sees activities of unknown user names. */
const ofOutlet = ({ actor }: Ctx) => sql<boolean>`(
  (object_type = 'User' and object_id in (
    select user_id::text from user_account join staff using (staff_id) where building_id = ${actor.buildingId}))
  or exists (select from session join user_account using (user_id) join staff using (staff_id)
    where label = login_activity.session_id and building_id = ${actor.buildingId}))`
