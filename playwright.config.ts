import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findOrInstallChromium } from './scripts/chromium.ts'

// Every run has a server, a database and a port of its own. Workers read this file too and must find the same port.
const port = process.env.E2E_PORT ?? `${await freePort()}`
process.env.E2E_PORT = port
const dataDir = join(tmpdir(), `carat-e2e-${port}`)
const isWorker = process.env.TEST_WORKER_INDEX !== undefined
if (!isWorker) process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const baseURL = `http://127.0.0.1:${port}`

// The one default export: Playwright looks for it.
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Staff share one database, as they do in life; and two cores carry one browser and one server.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // Room for a machine that has other work too: what is awaited comes, only later.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    baseURL,
    // Pages move nothing when asked not to, so that nothing has to be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Kuala_Lumpur',
    locale: 'en-GB',
    // Recording every step takes a third of the time; `--trace on` records the one that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await findOrInstallChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
  },
  webServer: {
    command: `"${process.execPath}" scripts/start.ts`,
    url: `${baseURL}/readyz`,
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      EXPORT_ROWS_AT_ONCE: '1000',
    },
    // A machine that starts for the first time also builds the web app.
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port')),
      )
    })
  })
}
