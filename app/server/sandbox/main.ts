import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sandboxRewardCode, sandboxTillCredentials, sandboxVoucher, startSandbox } from './start.ts'

// `npm run sandbox` starts a server for till vendors, described in docs/conformance.md.
// Example: `npm run sandbox -- --port=4100 --data=FOLDER`. Without a folder the data is deleted at the end.

const { values } = parseArgs({ options: { port: { type: 'string', default: '4100' }, data: { type: 'string' } } })
const dataDir = values.data === undefined ? mkdtempSync(join(tmpdir(), 'carat-sandbox-')) : resolve(values.data)
const removeData = () => values.data === undefined && rmSync(dataDir, { recursive: true, force: true })

const starting = startSandbox({ port: Number(values.port), dataDir, log: console.log })
const end = async (code: number): Promise<never> => {
  // Waits for a start in progress, because its database would otherwise keep running.
  const server = await starting.catch(() => undefined)
  await server?.stop()
  removeData()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(0))

try {
  const { address, accounts, membershipNo } = await starting
  console.log(
    [
      '',
      `The sandbox is ready at ${address}`,
      `Till account:  ${sandboxTillCredentials.clientId}`,
      `Till secret:   ${sandboxTillCredentials.clientSecret}`,
      `Member:        ${membershipNo}, with at least 500 points`,
      `Voucher:       ${sandboxVoucher.voucherNo}, security code ${sandboxVoucher.securityCode}`,
      `Reward:        ${sandboxRewardCode}, issued to the member and not claimed`,
      ...accounts.slice(0, 2),
      'Clock:         POST /api/1.0/dev/clock   { "Advance": "PT1H" }',
      'Faults:        POST /api/1.0/dev/faults  { "Faults": [{ "Path": "/api/1.0/point/redemption", "Cut": "After" }] }',
      'Described in docs/conformance.md',
      '',
    ].join('\n'),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await end(1)
}
