import { sql } from 'kysely'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Ctx, Services } from '#kit/server/ctx.ts'
import { replyFields } from '#kit/server/reply-fields.ts'
import type { Route } from '#kit/server/serve.ts'
import { EXPORTS_AT_ONCE, refusals } from '../contract.ts'

/** The call at this path, if its rows can be written into a file: a list is a read that answers `count` and `rows`. */
export function listAt(services: Pick<Services, 'areas'>, path: string): Route {
  const list = findList(services, path)
  if (!list) throw refusals.notAList({ Path: path })
  return list
}

export const findList = ({ areas }: Pick<Services, 'areas'>, path: string): Route | undefined =>
  areas.flatMap(({ routes }) => routes).find(({ endpoint }) => endpoint.path === path && isList(endpoint))

const isList = (endpoint: Endpoint) => {
  const fields = replyFields(endpoint)
  return endpoint.kind === 'read' && fields.has('count') && fields.has('rows')
}

/** What the contract of the list says of a column, one within a field of the row included; undefined where no row has it. */
export const fieldOf = ({ endpoint }: Route, field: string) =>
  replyFields(endpoint).get(`rows[].${field}`) ?? replyFields(endpoint).get(`rows[].${field.split('.')[0]}.*`)

/** What the contract says of a figure that the list adds up over all of its rows. */
export const totalOf = ({ endpoint }: Route, field: string) => replyFields(endpoint).get(`Totals.${field}`)

const WAIT_SECONDS = 10

/**
 * A person has two exports at a time: those in the background stand in the table, those that somebody waits for hold a
 * lock until their call ends. What a schedule has made for them is not counted: they did not ask for it now.
 */
export async function takePlace({ db, actor }: Ctx): Promise<void> {
  const { rows } = await sql<{ Open: number }>`
    select count(*)::int as open from export_job where created_by_id = ${actor.userId} and status in ('Queued', 'Running')
      and not exists (select from export_schedule_send s where s.export_id = export_job.export_id)`.execute(db)
  for (let place = 1; place <= EXPORTS_AT_ONCE - rows[0]!.Open; place++) {
    const taken = await sql<{ Taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`export ${actor.userId} ${place}`}, 0)) as taken`.execute(db)
    if (taken.rows[0]!.Taken) return
  }
  throw refusals.tooManyAtOnce().retryIn(WAIT_SECONDS)
}
