import { parseArgs } from 'node:util'
import { loadConfig } from '#app/server/config.ts'
import { printSecret, removeSecret } from '#app/server/print-secret.ts'
import { dropReaderLogin, isReaderName, readerLoginOf, setReaderLogin } from '#areas/reporting-views/server/index.ts'
import { recordBusinessZone } from '#kit/server/business-zone.ts'
import { openClient } from '#kit/server/database.ts'
import { describeDatabase } from '#kit/server/database-hosts.ts'
import { migrate } from '#kit/server/migrate.ts'
import { type CliCommand, UsageError, withDatabase } from './command.ts'

/** Creates or changes a database login for an analyst, which reads only the views of reporting_v1. */
export const readerCommand: CliCommand = {
  name: 'reader',
  usage: 'NAME [--amounts] | NAME --remove',
  help: 'Creates a database login for an analyst or gives an existing one a new password; only with --amounts it reads amounts.',
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { amounts: { type: 'boolean', default: false }, remove: { type: 'boolean', default: false } },
    })
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0 || !isReaderName(name))
      throw new UsageError('Name the person or program in lower case: reader metabase')
    if (values.amounts && values.remove) throw new UsageError('Use either --amounts or --remove')
    const config = loadConfig(env)
    await withDatabase(env, async (url) => {
      await migrate({ url, log: console.log })
      const client = await openClient(url, 'carat reader')
      try {
        await recordBusinessZone(client, config.businessTimeZone)
        if (values.remove) {
          if (!(await dropReaderLogin(client, name))) throw new Error(`There is no login ${readerLoginOf(name)}`)
          removeSecret(config.dataDir, `reader-${name}`)
          console.log(`Removed the login ${readerLoginOf(name)}`)
          return
        }
        const { login, password } = await setReaderLogin(client, name, { amounts: values.amounts })
        const lines = [
          `Login:    ${login}, ${values.amounts ? 'with' : 'without'} amounts`,
          `Database: ${describeDatabase(config.replica?.url ?? url)}, schema reporting_v1`,
          printSecret(config.dataDir, `reader-${name}`, 'Password', password),
          ...(config.replica ? [] : ['Analysts should use a replica: see docs/reporting.md.']),
        ]
        console.log(lines.join('\n'))
      } finally {
        await client.end()
      }
    })
  },
}
