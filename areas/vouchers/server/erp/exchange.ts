import { openClient } from '#kit/server/database.ts'
import type { Job } from '#kit/server/jobs.ts'
import { signed } from '#kit/server/signed.ts'
import { ErpAway, type ErpClient, erpClient } from './client.ts'
import type { Exchanging } from './exchanging.ts'
import { isLeftAlone, noteAnswer, noteSilence } from './link.ts'
import { fetchTillUses } from './receive.ts'
import { sendMessages } from './send.ts'

export const ERP_EXCHANGE = 'erp'

/** Each full minute, and whenever somebody asks for it. */
export const exchangeWithErp: Job = {
  name: ERP_EXCHANGE,
  schedule: '* * * * *',
  seconds: 900,
  run: async (context) => {
    const { erp } = context.services
    if (erp) await exchange(context, erpClient(erp))
  },
}

/**
 * Takes what the ERP has to tell, then tells it what waits. The question comes first: an ERP that is away is found out by it,
 * and no message counts as tried.
 */
export async function exchange(context: Exchanging, client: ErpClient): Promise<void> {
  const exchanging = { ...context, database: signed(context.database, context.origin) }
  await alone(exchanging, async () => {
    if (await isLeftAlone(exchanging)) return
    try {
      await fetchTillUses(exchanging, client)
      await sendMessages(exchanging, client)
      await noteAnswer(exchanging)
    } catch (error) {
      if (!(error instanceof ErpAway)) throw error
      await noteSilence(exchanging, error)
      context.log(`The ERP does not answer: ${error.message}`)
    }
  })
}

/** One program at a time talks to the ERP; the lock of one that was killed goes with its connection. */
async function alone({ directUrl }: Exchanging, work: () => Promise<void>) {
  const client = await openClient(directUrl, 'carat erp')
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(hashtextextended('carat erp', 0)) as locked`)
    if (rows[0].locked) await work()
  } finally {
    await client.end().catch(() => {})
  }
}
