import { defineConfig } from '@playwright/test'
import { findOrInstallChromium } from './scripts/chromium.ts'
import { buildWeb, isWebBuilt } from './scripts/web-build.ts'

// Worker processes load this file too; the web build that they share is ready before they start.
const isWorker = process.env.TEST_WORKER_INDEX !== undefined
if (!isWorker && !isWebBuilt()) await buildWeb()

// Playwright requires the default export.
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  // Each worker has its own server (tests/e2e/server.ts). Two workers use the machine fully, because pages often wait.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A failed journey is retried once on a new server; the log lists it at the end.
  retries: 1,
  // For a machine at a quarter of the usual speed, on which the longest journey takes six minutes.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    // Reduced motion disables animations, so that tests do not have to wait for them.
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
