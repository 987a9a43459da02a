import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { textsInParts } from './scripts/texts-in-parts.ts'

export const testConfig = defineConfig({
  plugins: [textsInParts()],
  test: {
    environment: 'node',
    include: ['**/*.test.ts'],
    // Whole programs that are started or killed, and long runs of a model: `npm run test:all` runs them too.
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      'data/**',
      ...(process.env.TEST_ALL === '1' ? [] : ['**/*.all.test.ts']),
    ],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/setup.ts'],
    pool: 'forks',
    // The files that one worker runs share its modules, for most of a file's time went into loading them again. So a test
    // leaves nothing behind in a module, in `process.env` or in a global (what it changes it puts back), and replaces no
    // module by another (vi.mock): a neighbour may have loaded it already.
    isolate: false,
    // Every worker also keeps a PostgreSQL backend busy, so more than this only makes them wait for each other.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    // Long enough for a machine at a fraction of the usual speed.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
})

// vitest requires the default export.
export default testConfig
