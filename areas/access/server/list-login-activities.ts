import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import { direction, pageFrom } from '#kit/server/page.ts'
import type * as contract from '../contract.ts'

export const loginActivityFields = [
  'LoginActivityId',
  'SessionId',
  'SourceIP',
  'ObjectType',
  'ObjectId',
  'ActivityDateTime',
  'ActivityDescription',
] as const

export async function listLoginActivities(
  ctx: Ctx,
  { Search, SortOption, SortDirection, ...page }: Input<typeof contract.listLoginActivities>,
) {
  let query = ctx.db.selectFrom('LoginActivity').select(loginActivityFields)
  if (!ctx.actor.privileges.has('View Audit'))
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('ObjectType', '=', 'User'), eb('ObjectId', '=', String(ctx.actor.userId))]),
        // Notes are about something else, but were made in one's own session.
        eb('SessionId', '=', ctx.actor.sessionLabel),
      ]),
    )
  else if (!ctx.actor.isHQ) query = query.where(ofOutlet(ctx))
  if (Search.SessionId) query = query.where('SessionId', '=', Search.SessionId)
  if (Search.ObjectId) query = query.where('ObjectId', '=', Search.ObjectId)
  return pageFrom(
    query.orderBy(SortOption, direction(SortDirection)).orderBy('LoginActivityId', direction(SortDirection)),
    page,
  )
}

/** What the people of an outlet did at the door, and their notes; tries of nobody known are head office's to see. */
const ofOutlet = ({ actor }: Ctx) => sql<boolean>`(
  (object_type = 'User' and object_id in (
    select user_id::text from user_account join staff using (staff_id) where building_id = ${actor.buildingId}))
  or exists (select from session join user_account using (user_id) join staff using (staff_id)
    where label = login_activity.session_id and building_id = ${actor.buildingId}))`
