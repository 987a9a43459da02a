import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findOrInstallChromium } from './scripts/chromium.ts'
import { textsInParts } from './scripts/texts-in-parts.ts'

// Parts and declared pages in a browser, with a server that answers from the contract (tests/components).
// vitest requires the default export.
export default defineConfig({
  plugins: [textsInParts()],
  // As it is shipped: in the mode `test` the component library gives every dialog the same id, and React's own checks take half of the time.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  // Found before the first page loads: a package that is found later would load the page again in the middle of a test.
  optimizeDeps: {
    entries: ['app/web/main.tsx', 'areas/*/web/**/*.tsx', '**/*.component.test.tsx'],
    include: ['react/jsx-runtime', 'vitest-browser-react', 'axe-core'],
  },
  server: { watch: null, hmr: { overlay: false } },
  test: {
    include: ['**/*.component.test.tsx'],
    exclude: ['**/node_modules/**', '**/dist/**', 'data/**'],
    setupFiles: ['tests/components/setup.ts'],
    // The files share two pages, each in a browser context of its own: loading the application's modules takes longer than a
    // file's tests, and one page uses only one processor.
    isolate: false,
    fileParallelism: true,
    maxWorkers: 2,
    testTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Names and texts are found by a part of them, as in the journeys.
      locators: { exact: false },
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        actionTimeout: 30_000,
        contextOptions: { reducedMotion: 'reduce', timezoneId: 'Asia/Kuala_Lumpur', locale: 'en-GB' },
        launchOptions: {
          executablePath: await findOrInstallChromium(),
          args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
