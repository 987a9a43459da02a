import { sql } from 'kysely'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Ctx, Services } from '#kit/server/ctx.ts'
import { replyFields } from '#kit/server/reply-fields.ts'
import type { Route } from '#kit/server/serve.ts'
import { CONCURRENT_EXPORTS_MAX, exportRefusals } from '../contract.ts'

/**
 * Returns the route of the list with this path. Throws if the path does not belong to a list.
 * A list is a read endpoint whose reply has `count` and `rows`.
 */
export function findExportableList(services: Pick<Services, 'areas'>, path: string): Route {
  const list = findListRoute(services, path)
  if (!list) throw exportRefusals.notAList({ Path: path })
  return list
}

export const findListRoute = ({ areas }: Pick<Services, 'areas'>, path: string): Route | undefined =>
  areas.flatMap(({ routes }) => routes).find(({ endpoint }) => endpoint.path === path && isList(endpoint))

const isList = (endpoint: Endpoint) => {
  const fields = replyFields(endpoint)
  return endpoint.kind === 'read' && fields.has('count') && fields.has('rows')
}

/** Returns the schema of a list's column, also of a field nested one level deep; undefined if unknown. */
export const findColumnSchema = ({ endpoint }: Route, field: string) =>
  replyFields(endpoint).get(`rows[].${field}`) ?? replyFields(endpoint).get(`rows[].${field.split('.')[0]}.*`)

/** Returns the schema of a field of `Totals` in the reply of a list; undefined if unknown. */
export const findTotalSchema = ({ endpoint }: Route, field: string) => replyFields(endpoint).get(`Totals.${field}`)

const WAIT_SECONDS = 10

/**
 * Throws if the user already has the maximum number of running exports.
 * Background exports are counted by their records, and synchronous exports by the advisory locks of their requests.
 * The exports of schedules are not counted.
 */
export async function acquireExportSlot({ db, actor }: Ctx): Promise<void> {
  const { rows } = await sql<{ Open: number }>`
    select count(*)::int as open from export_job where created_by_id = ${actor.userId} and status in ('Queued', 'Running')
      and not exists (select from export_schedule_send s where s.export_id = export_job.export_id)`.execute(db)
  for (let slot = 1; slot <= CONCURRENT_EXPORTS_MAX - rows[0]!.Open; slot++) {
    const attempt = await sql<{ Taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`export ${actor.userId} ${slot}`}, 0)) as taken`.execute(db)
    if (attempt.rows[0]!.Taken) return
  }
  throw exportRefusals.tooManyAtOnce().retryIn(WAIT_SECONDS)
}
