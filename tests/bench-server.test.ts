import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useApp } from './harness.ts'

const app = useApp()

test('benchmark: the server under test stops when the benchmark is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carat-bench-'))
  const env = { DATABASE_URL: app.url, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent', DEMO: '1' }
  const program = `
    import { spawnServer } from ${JSON.stringify(join(import.meta.dirname, '../ops/bench/spawn-server.ts'))}
    console.log(spawnServer({ ...process.env, ...${JSON.stringify(env)} }).pid)`
  const bench = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(String((await once(bench.stdout, 'data'))[0]))
  expect(process.kill(pid, 0)).toBe(true)
  bench.kill('SIGKILL')
  await expect
    .poll(
      () => {
        try {
          return process.kill(pid, 0)
        } catch {
          return 'ended'
        }
      },
      { timeout: 120_000 },
    )
    .toBe('ended')
  await rm(folder, { recursive: true, force: true })
}, 150_000)
