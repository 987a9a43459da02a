import { sql } from 'kysely'
import type { Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import * as contract from '../../contract/erp.ts'
import { ERP_EXCHANGE_JOB_NAME } from './exchange.ts'

type Link = { AnsweredAt: string | null; FailingSince: string | null; RetryAt: string | null; Error: string | null }

/** Returns the state of the connection, and the numbers of queued messages, failed messages and uses to review. */
export async function erpStatus(ctx: Ctx) {
  const { erp } = ctx.services
  const link = await ctx.db
    .selectFrom('ErpLink')
    .select(['AnsweredAt', 'FailingSince', 'RetryAt', 'Error'])
    .executeTakeFirst()
  const { rows } = await sql<{ Queued: number; Failed: number; ToReview: number }>`
    select (select count(*) from erp_outbox where status = 'Queued') as queued,
      (select count(*) from erp_outbox where status = 'Failed') as failed,
      (select count(*) from erp_inbox where status = 'Review') as to_review`.execute(ctx.db)
  const noLink: Link = { AnsweredAt: null, FailingSince: null, RetryAt: null, Error: null }
  return {
    State: stateOf(erp !== null, link),
    SimulatedYN: erp?.simulated ? ('Y' as const) : ('N' as const),
    ...(link ?? noLink),
    ...rows[0]!,
  }
}

function stateOf(isSetUp: boolean, link: Link | undefined): Reply<typeof contract.erpStatus>['State'] {
  if (!isSetUp) return 'none'
  if (!link) return 'new'
  return link.FailingSince === null ? 'answers' : 'away'
}

/** Returns the number of failed messages and of voucher uses to review, which the menu shows. */
export async function countErpIssues(ctx: Ctx): Promise<number> {
  if (!ctx.actor.isHQ) return 0
  const { Failed, ToReview } = await erpStatus(ctx)
  return Failed + ToReview
}

/** Starts an exchange with the ERP now, even if the exchange is waiting after errors. */
export async function exchangeErpMessagesNow(ctx: Ctx) {
  if (!ctx.services.erp) throw contract.erpRefusals.noErp()
  await ctx.db.updateTable('ErpLink').set({ RetryAt: null }).execute()
  await ctx.services.announce(ctx, 'job', ERP_EXCHANGE_JOB_NAME)
  ctx.audit('Ask ERP', 'ErpMessage', 0, 'Ask ERP in ERP Messages')
  return {}
}
