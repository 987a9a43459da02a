import { parseArgs } from 'node:util'
import { seedDemo } from '#app/demo/demo.ts'
import { seedLargeCompany } from '#app/demo/large.ts'
import { loadConfig } from '#app/server/config.ts'
import { readServerSecret } from '#app/server/secrets.ts'
import { openClient } from '#kit/server/database.ts'
import { migrate } from '#kit/server/migrate.ts'
import { type CliCommand, UsageError, withDatabase } from './command.ts'

const CUSTOMERS_MOST = 5_000_000

/** Fills an empty database with the demo company and adds the requested number of members and sales. */
export const seedCommand: CliCommand = {
  name: 'seed',
  usage: '--customers N [--sales N]',
  help: 'Adds members and sales for measurements; five sales per member by default. Never for a real database.',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { customers: { type: 'string' }, sales: { type: 'string' } } })
    const customers = numberOf(values.customers, '--customers')
    const sales = values.sales === undefined ? customers * 5 : numberOf(values.sales, '--sales')
    const config = loadConfig(env)
    const { dataDir } = config
    await withDatabase(
      env,
      async (url) => {
        await migrate({ url, log: console.log })
        const secret = readServerSecret(dataDir, config.serverSecret)
        await seedDemo({ url, dataDir, secret, log: console.log })
        const client = await openClient(url, 'carat seed')
        try {
          await seedLargeCompany(client, { customers, sales, secret }, console.log)
        } finally {
          await client.end()
        }
      },
      { mayBeNew: true },
    )
  },
}

function numberOf(text: string | undefined, name: string) {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > CUSTOMERS_MOST)
    throw new UsageError(`${name} takes a whole number from 1 to ${CUSTOMERS_MOST}`)
  return number
}
