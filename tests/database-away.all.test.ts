import { describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { processesOf } from './factories/processes.ts'
import { api, useServerBehindProxy } from './factories/server-behind-proxy.ts'

// A server process with its own database, which is frozen and stopped.

let dataDir: string
let cluster: EmbeddedPostgres
const { behind, ask, expectAway, expectBack } = useServerBehindProxy({
  async startDatabase(folder) {
    dataDir = folder
    // A persistent cluster, because the test stops and restarts it.
    cluster = await startEmbeddedPostgres({ dataDir })
    return cluster.url
  },
  endDatabase: async () => cluster?.stop(),
})

describe('calls while the database is stopped', () => {
  test.runIf(process.platform === 'linux')(
    'database outage: every call is answered while the database is frozen, and succeeds once it continues',
    async () => {
      expect(await ask(api)).toMatchObject({ status: 200 })
      const frozen = await processesOf(cluster.pid)
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      try {
        await expectAway()
      } finally {
        for (const pid of frozen.reverse()) process.kill(pid, 'SIGCONT')
      }
      await expectBack()
    },
  )

  test('database outage: every call gets a reply while the database is stopped, and succeeds after the start', async () => {
    await behind.proxy.goAway()
    await cluster.stop()
    await expectAway()
    cluster = await startEmbeddedPostgres({ dataDir })
    await behind.proxy.comeBack(cluster.url)
    await expectBack()
    expect(await ask(api)).toMatchObject({ status: 200 })
  })
})
