import { defineConfig } from '@playwright/test'
import { findOrInstallChromium } from './scripts/chromium.ts'
import { buildWeb, webIsBuilt } from './scripts/web-build.ts'

// Workers read this file too; what they share is made before they start.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined
if (!isWorker && !webIsBuilt()) await buildWeb()

// The one default export: Playwright looks for it.
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  // Each has a server of its own (tests/e2e/server.ts). While one waits for its page, the other uses the machine.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A journey that fails is tried once more, with a server of its own; the log names it in its last lines.
  retries: 1,
  // For a machine at a quarter of the usual speed, on which the longest journey takes six minutes.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    // Pages move nothing when asked not to, so that nothing has to be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Asia/Kuala_Lumpur',
    locale: 'en-GB',
    // A missing control is reported long before the journey's own limit.
    actionTimeout: 90_000,
    // Recording every step takes a third of the time; `--trace on` records the one that is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await findOrInstallChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
  },
})
