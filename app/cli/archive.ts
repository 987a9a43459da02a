import { parseArgs } from 'node:util'
import { openClient } from '#kit/server/database.ts'
import { detachPartitionsBefore } from '#kit/server/partitions.ts'
import { type CliCommand, UsageError, withDatabase } from './command.ts'

export const archiveCommand: CliCommand = {
  name: 'archive',
  usage: '--before YYYY-MM',
  help: 'Detaches months of the logs that are older than seven years, as standalone tables to dump and drop.',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { before: { type: 'string' } } })
    const { before } = values
    if (!before) throw new UsageError('Name the month: --before 2019-01')
    const parts = await withDatabase(env, async (url) => {
      const client = await openClient(url, 'carat archive')
      try {
        return await detachPartitionsBefore(client, before, new Date())
      } finally {
        await client.end()
      }
    })
    console.log(parts.length > 0 ? parts.join('\n') : 'There is no month to detach.')
  },
}
