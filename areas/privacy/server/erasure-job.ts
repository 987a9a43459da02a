import type { ServerArea } from '#kit/server/area.ts'
import { openClient } from '#kit/server/database.ts'
import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { eraseCustomer } from './erase-customer.ts'
import { recordErasure } from './erased-list.ts'
import { ERASE_CUSTOMERS_JOB_NAME } from './names.ts'

/** Erases approved customers. An approval starts this job at once; the schedule starts it if that fails. */
export const erasureJob: BackgroundJob = { name: ERASE_CUSTOMERS_JOB_NAME, schedule: '* * * * *', run: runErasures }

type ApprovedErasure = { customer_id: number; approval_id: number; created_at: string }

export async function runErasures(context: ServerJobContext): Promise<void> {
  const { directUrl, services, dataDir, log } = context
  const client = await openClient(directUrl, 'carat erase customers')
  try {
    for (;;) {
      await client.query('begin')
      const { rows } = await client.query<ApprovedErasure>(
        `select e.customer_id::int, e.approval_id::int, c.created_at::text from customer_erasure e join customer c using (customer_id)
         where e.status = 'Waiting' order by e.erasure_id limit 1 for update of e skip locked`,
      )
      const [next] = rows
      if (!next) {
        await client.query('rollback')
        return
      }
      await signAs(client, context.origin)
      // The erasure is recorded before it starts, so that a restored database can repeat every erasure.
      await recordErasure(dataDir, { CustomerId: next.customer_id, CreatedAt: next.created_at })
      const { files } = await eraseCustomer(client, services.areas as readonly ServerArea[], next.customer_id, {
        ApprovalId: next.approval_id,
      })
      await client.query('commit')
      for (const storage of ['media', 'exports'] as const)
        for (const name of files[storage]) await services.storage(storage).delete(name)
      log(`Erased the personal data of customer ${next.customer_id}`)
    }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

const signAs = (client: Awaited<ReturnType<typeof openClient>>, origin: ServerJobContext['origin']) =>
  client.query(`select set_config('carat.origin', $1, true)`, [JSON.stringify(origin)])
