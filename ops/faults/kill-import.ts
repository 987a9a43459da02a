import { API, createClient, signInStaff } from './client.ts'
import { signInCrowd } from './crowd.ts'
import { type Finding, finding, type Options } from './report.ts'
import { importCustomers } from './two-processes.ts'
import { openTestInstallation, readLedger, type TestInstallation, waitUntil } from './world.ts'

/** The number of rows from which an import needs approval. */
async function agreeTo(world: TestInstallation, id: string) {
  const [requested] = await world.sql<{ approval_id: string }>(
    `select approval_id::text from approval where object_id = $1 and status = 'Pending'`,
    id,
  )
  if (!requested) return
  const second = await signInCrowd(world, 1)
  const { status, body } = await second
    .of(0)
    .call(`${API}/approvals/approve`, { ApprovalId: Number(requested.approval_id) })
  second.close()
  if (status !== 200) throw new Error(`The second person was refused: ${JSON.stringify(body)}`)
}

/** Scenario `import`: kills the server during an import, restarts it, and imports the same file again. */
export async function killImport({ short }: Options): Promise<Finding[]> {
  const count = short ? 3_000 : 20_000
  const world = await openTestInstallation()
  try {
    const created = async () =>
      Number(
        (await world.sql<{ count: string }>(`select count(*) from customer where full_name like 'FAULT K%'`))[0]!.count,
      )
    const statusOf = async (id: string) =>
      (await world.sql<{ status: string }>('select status from import_job where import_id = $1', id))[0]!.status
    const run = async () => {
      const http = createClient(world.server.base, await signInStaff(world.server.base))
      const id = (await importCustomers(http, 'K-', count))!
      http.close()
      await agreeTo(world, id)
      return id
    }
    const first = await run()
    await waitUntil(
      async () =>
        (await world.sql(`select 1 from import_job where import_id = $1 and started_at is not null`, first)).length > 0,
      60_000,
      5,
    )
    await waitUntil(async () => (await created()) > 0, 20_000, 5)
    const atKill = await created()
    await world.server.end('SIGKILL')
    await world.server.start()
    const ended = await waitUntil(async () => (await statusOf(first)) !== 'Running', 180_000, 200)
    const became = await statusOf(first)
    if (became !== 'Completed') {
      const second = await run()
      await waitUntil(async () => (await statusOf(second)) !== 'Running', 300_000, 200)
    }
    const after = await created()
    const ledger = await readLedger(world.databaseUrl())
    return [
      finding('customers at the kill', `below ${count}`, atKill, atKill < count),
      finding(
        'the import that was killed',
        'continues or ends as lost',
        became,
        Number.isFinite(ended) && ['Failed', 'Completed'].includes(became),
      ),
      finding('customers after the second run', String(count), after, after === count),
      finding(
        'members whose book disagrees',
        '0',
        ledger['members whose book disagrees']!,
        ledger['members whose book disagrees'] === '0',
      ),
    ]
  } finally {
    await world.close()
  }
}
