import { openClient } from '#kit/server/database.ts'
import type { Job } from '#kit/server/jobs.ts'
import { withOrigin } from '#kit/server/origin.ts'
import { type ErpClient, ErpUnavailable, erpClient } from './client.ts'
import type { ErpContext } from './erp-context.ts'
import { isBackingOff, recordFailure, recordSuccess } from './link.ts'
import { fetchTillUses } from './receive.ts'
import { sendMessages } from './send.ts'

export const ERP_EXCHANGE = 'erp'

/** The exchange with the ERP runs every minute, and when a user requests it with exchangeNow. */
export const exchangeWithErp: Job = {
  name: ERP_EXCHANGE,
  schedule: '* * * * *',
  seconds: 900,
  run: async (context) => {
    const { erp } = context.services
    if (erp) await runErpExchange(context, erpClient(erp))
  },
}

/**
 * Fetches messages from the ERP, then sends the queued messages to the ERP.
 * If the ERP is unavailable, fetching fails first, so that no message counts as attempted.
 */
export async function runErpExchange(context: ErpContext, client: ErpClient): Promise<void> {
  const erpContext = { ...context, database: withOrigin(context.database, context.origin) }
  await withExclusiveLock(erpContext, async () => {
    if (await isBackingOff(erpContext)) return
    try {
      await fetchTillUses(erpContext, client)
      await sendMessages(erpContext, client)
      await recordSuccess(erpContext)
    } catch (error) {
      if (!(error instanceof ErpUnavailable)) throw error
      await recordFailure(erpContext, error)
      context.log(`The ERP does not answer: ${error.message}`)
    }
  })
}

/** Runs `work` unless another process has the lock; closing the connection releases the lock, even after a crash. */
async function withExclusiveLock({ directUrl }: ErpContext, work: () => Promise<void>) {
  const client = await openClient(directUrl, 'carat erp')
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(hashtextextended('carat erp', 0)) as locked`)
    if (rows[0].locked) await work()
  } finally {
    await client.end().catch(() => {})
  }
}
