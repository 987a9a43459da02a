import { sql } from 'kysely'
import { findAccountActor } from '#areas/access/server/index.ts'
import type { AccessRule, Input } from '#kit/contract/endpoint.ts'
import type { Actor, Ctx, Db } from '#kit/server/ctx.ts'
import { createValueList } from '#kit/server/list.ts'
import { mayCall } from '#kit/server/may-call.ts'
import { exceedsCallerOutlet } from '#kit/server/rows.ts'
import type { Route } from '#kit/server/serve.ts'
import { type listScheduleRecipients as contract, scheduleRefusals } from '../../contract/schedules.ts'
import { addExport } from '../../contract.ts'
import { findExportableList } from '../lists.ts'

/** Returns true if the user may open and export the list. */
export const mayReceiveScheduledList = (list: Route, actor: Actor) =>
  mayCall(addExport.access, actor) && mayCall(list.endpoint.access, actor) && !exceedsCallerOutlet(list.endpoint, actor)

type Person = { UserId: number; Username: string; Name: string; OutletCode: string | null }

/** Returns users who may receive the report and have an e-mail address. Outlet staff get only users of their outlet. */
const findCandidates = (
  db: Db,
  { isHQ, outletCode }: Actor,
  { endpoint: { access } }: Route,
  usernames?: readonly string[],
) =>
  sql<Person>`
    select account.user_id, account.username, staff.preferred_name as name, building.code as outlet_code
    from user_account account join staff using (staff_id) join building using (building_id)
      join user_privilege export_right on export_right.user_id = account.user_id and export_right.privilege = 'Export Data'
    where account.status = 'Active' and staff.status = 'Active' and staff.email is not null
      and (${isHQ} or building.code = ${outletCode})
      and (${usernames ?? null}::text[] is null or account.username = any(${usernames ?? null}::text[]))
      and (${rolesOf(access)}::text[] is null
        or exists (select from user_role r where r.user_id = account.user_id and r.role = any(${rolesOf(access)}::text[])))
    order by staff.preferred_name, account.user_id limit 1000`.execute(db)

const rolesOf = (access: AccessRule) => (typeof access === 'object' && 'role' in access ? [access.role].flat() : null)

async function eligibleRecipients(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  list: Route,
  usernames?: readonly string[],
): Promise<Person[]> {
  const { rows } = await findCandidates(ctx.db, ctx.actor, list, usernames)
  const people: Person[] = []
  for (const person of rows) {
    const actor = await findAccountActor(ctx.db, person.UserId)
    if (actor && mayReceiveScheduledList(list, actor)) people.push(person)
  }
  return people
}

export async function listScheduleRecipients(ctx: Ctx, { Path }: Input<typeof contract>) {
  const people = await eligibleRecipients(ctx, findExportableList(ctx.services, Path))
  return createValueList(people.map(({ Username, Name, OutletCode }) => ({ Username, Name, OutletCode })))
}

/** Returns the account ids of usernames. Throws for a user who may not receive the report. */
export async function findRecipientAccountIds(ctx: Ctx, list: Route, usernames: readonly string[]): Promise<number[]> {
  const people = new Map(
    (await eligibleRecipients(ctx, list, usernames)).map(({ Username, UserId }) => [Username, UserId]),
  )
  return [...new Set(usernames)].map((Username) => {
    const id = people.get(Username)
    if (id === undefined) throw scheduleRefusals.noSuchPerson({ Username })
    return id
  })
}
