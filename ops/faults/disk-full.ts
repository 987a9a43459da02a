import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evaluateAwards, startAwards } from './awards.ts'
import { API, client, signInStaff } from './client.ts'
import { atMost, type Finding, finding, none, type Options } from './report.ts'
import { openWorld, until } from './world.ts'

/** C6: the disk of the database fills up while tills award, and is emptied again. */
export async function diskFull({ short }: Options): Promise<Finding[]> {
  if (process.getuid?.() !== 0) return [finding('a small disk', 'made', 'only root may make one', false)]
  const folder = mkdtempSync(join(tmpdir(), 'carat-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=900m,mode=0755', 'tmpfs', folder])
  if (mounted.status !== 0) return [finding('a small disk', 'made', mounted.stderr.toString(), false)]
  try {
    const world = await openWorld({ at: folder })
    try {
      const http = client(world.server.base, await signInStaff(world.server.base))
      const count = short ? 500 : 3_000
      const awards = await startAwards(world, { count, timeout: 30_000 })
      await until(async () => awards.count() > 50, 60_000)
      fill(folder)
      // Until the log needs a new segment, work goes on: that is how it should be.
      await world.sql('select pg_switch_wal()').catch(() => {})
      const full = await until(async () => (awards.others.get('503') ?? 0) > 20, 60_000)
      // PostgreSQL may restart itself when its log finds no room; a look that fails is made again for 5 seconds.
      const look = async () =>
        (await http.call(`${API}/customer/memberships/lookup`, { Typed: 'JC00000001' })).status !== 503
      const reads: number[] = []
      for (let count = 0; count < 20; count++) reads.push(await until(look, 5_000, 200))
      const healthy = (await http.call('/healthz')).status
      rmSync(join(folder, 'ballast'))
      const before = awards.count()
      const back = await until(async () => awards.count() > before, 60_000)
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
        none('reads that were refused for 5 s while it was full', failed.length, failed),
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

/** Leaves 1 MB, which the database's own small files need less than. */
function fill(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - 1_048_576)))
}
