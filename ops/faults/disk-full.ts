import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluateAwards, startAwards } from './awards.ts'
import { API, createClient, signInStaff } from './client.ts'
import { atMost, expectNone, type Finding, finding, type Options } from './report.ts'
import { openTestInstallation, waitUntil } from './world.ts'

/** Scenario C6: fills the disk of the database while tills award points, and then frees it. */
export async function diskFull({ short }: Options): Promise<Finding[]> {
  if (process.getuid?.() !== 0) return [finding('a small disk', 'created', 'only root can create one', false)]
  const folder = mkdtempSync(join(tmpdir(), 'carat-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=900m,mode=0755', 'tmpfs', folder])
  if (mounted.status !== 0) return [finding('a small disk', 'created', mounted.stderr.toString(), false)]
  try {
    const world = await openTestInstallation({ at: folder })
    try {
      const http = createClient(world.server.base, await signInStaff(world.server.base))
      const count = short ? 500 : 3_000
      const awards = await startAwards(world, { count, timeout: 30_000 })
      await waitUntil(async () => awards.count() > 50, 60_000)
      fill(folder)
      // Awards continue until the WAL needs a new segment, as expected.
      await world.sql('select pg_switch_wal()').catch(() => {})
      const full = await waitUntil(async () => (awards.others.get('503') ?? 0) > 20, 60_000)
      // Repeat a failed check for 5 seconds, because PostgreSQL may restart when its WAL has no space.
      const look = async () =>
        (await http.call(`${API}/customer/memberships/lookup`, { Typed: 'JC00000001' })).status !== 503
      const reads: number[] = []
      for (let count = 0; count < 20; count++) reads.push(await waitUntil(look, 5_000, 200))
      const healthy = (await http.call('/healthz')).status
      rmSync(join(folder, 'ballast'))
      const before = awards.count()
      const back = await waitUntil(async () => awards.count() > before, 60_000)
      await awards.done
      http.close()
      const failed = reads.filter((waited) => !Number.isFinite(waited))
      return [
        finding(
          'writes while it was full',
          '503',
          Number.isFinite(full) ? '503' : 'no refusal seen',
          Number.isFinite(full),
        ),
        expectNone('reads refused for 5 s while the disk was full', failed.length, failed),
        finding('/healthz while it was full', '200', healthy, healthy === 200),
        atMost('first success after there was room', 5_000, back),
        ...(await evaluateAwards(world, awards, { count })),
      ]
    } finally {
      await world.close()
    }
  } finally {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Leaves 1 MB free, which is more than the small files of the database need. */
function fill(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - 1_048_576)))
}
