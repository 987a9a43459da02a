import { runWithJobContext } from '#app/cli/command.ts'
import { refitRetentionModels } from '#areas/retention/server/refit.ts'

// Fits the purchase forecast in a process of its own.
const { status, customers } = await runWithJobContext(process.env, 'retention', async (context) => {
  // The server may have fitted the same purchases, and the job would use that fit again.
  await context.database.pool.query('delete from retention_fit')
  return refitRetentionModels(context)
})
console.log(`${status}, ${customers} customers`)
