import { runWithJobContext } from '#app/cli/command.ts'
import { refitRetentionModels } from '#areas/retention/server/refit.ts'

// Fits the purchase forecast in a process of its own.
const { status, customers } = await runWithJobContext(process.env, 'retention', refitRetentionModels)
console.log(`${status}, ${customers} customers`)
