import { openClient } from '#kit/server/database.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { setChangeOrigin } from '#kit/server/origin.ts'
import { createErpClient, type ErpClient, ErpUnavailableError } from './client.ts'
import type { ErpContext } from './erp-context.ts'
import { isErpBackingOff, recordErpFailure, recordErpSuccess } from './link.ts'
import { fetchTillUses } from './receive.ts'
import { sendErpMessages } from './send.ts'

export const ERP_EXCHANGE_JOB_NAME = 'erp'

/** The exchange with the ERP runs every minute, and when a user requests it with exchangeErpMessagesNow. */
export const exchangeWithErpJob: BackgroundJob = {
  name: ERP_EXCHANGE_JOB_NAME,
  schedule: '* * * * *',
  seconds: 900,
  run: async (context) => {
    const { erp } = context.services
    if (erp) await runErpExchange(context, createErpClient(erp))
  },
}

/**
 * Fetches messages from the ERP, then sends the queued messages to the ERP.
 * If the ERP is unavailable, fetching fails first, so that no message counts as attempted.
 */
export async function runErpExchange(context: ErpContext, client: ErpClient): Promise<void> {
  const erpContext = { ...context, database: setChangeOrigin(context.database, context.origin) }
  await withExclusiveLock(erpContext, async () => {
    if (await isErpBackingOff(erpContext)) return
    try {
      await fetchTillUses(erpContext, client)
      await sendErpMessages(erpContext, client)
      await recordErpSuccess(erpContext)
    } catch (error) {
      if (!(error instanceof ErpUnavailableError)) throw error
      await recordErpFailure(erpContext, error)
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
