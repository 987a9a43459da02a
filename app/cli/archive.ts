import { parseArgs } from 'node:util'
import { openClient } from '#kit/server/database.ts'
import { detachBefore } from '#kit/server/partitions.ts'
import { type Command, UsageError, withDatabase } from './command.ts'

export const archive: Command = {
  name: 'archive',
  usage: '--before YYYY-MM',
  help: 'Takes months of the audit log that are older than seven years out of them, as tables of their own to dump and drop.',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { before: { type: 'string' } } })
    const { before } = values
    if (!before) throw new UsageError('Say up to when: --before 2019-01')
    const parts = await withDatabase(env, async (url) => {
      const client = await openClient(url, 'carat archive')
      try {
        return await detachBefore(client, before, new Date())
      } finally {
        await client.end()
      }
    })
    console.log(parts.length > 0 ? parts.join('\n') : 'There is no month to take out.')
  },
}
