import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sandboxTill, startSandbox } from './start.ts'

// `npm run sandbox`: a server for the vendors of tills, described in docs/conformance.md.
//   npm run sandbox -- --port=4100 --data=FOLDER      without a folder the data are removed at the end

const { values } = parseArgs({ options: { port: { type: 'string', default: '4100' }, data: { type: 'string' } } })
const dataDir = values.data === undefined ? mkdtempSync(join(tmpdir(), 'carat-sandbox-')) : resolve(values.data)
const removeData = () => values.data === undefined && rmSync(dataDir, { recursive: true, force: true })

try {
  const { address, accounts, stop } = await startSandbox({ port: Number(values.port), dataDir, log: console.log })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(
      signal,
      () =>
        void stop().finally(() => {
          removeData()
          process.exit(0)
        }),
    )
  console.log(
    [
      '',
      `The sandbox is ready at ${address}`,
      `Till account:  ${sandboxTill.clientId}`,
      `Till secret:   ${sandboxTill.clientSecret}`,
      ...accounts.slice(0, 2),
      'Clock:         POST /api/1.0/dev/clock   { "Advance": "PT1H" }',
      'Faults:        POST /api/1.0/dev/faults  { "Faults": [{ "Path": "/api/1.0/point/redemption", "Cut": "After" }] }',
      '',
    ].join('\n'),
  )
} catch (error) {
  removeData()
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
