import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanUps, waitUntilReady } from '#tests/factories/started-program.ts'
import { sandboxRewardCode, sandboxTillCredentials, sandboxVoucher } from './start.ts'

test('sandbox: ignores a company’s settings, accepts the published secret of its till, and deletes its data at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carat-sandbox-test-'))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['app/server/sandbox/main.ts', '--port=0'], {
    env: { PATH, NODE_COMPILE_CACHE, TMPDIR: folder, DATABASE_URL: 'postgres://company.invalid/carat', DEMO: '0' },
  })
  cleanUps.push(async () => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const address = await waitUntilReady({ child, exited, output: () => output, dataDir: folder })
  expect(output).toContain(`Till secret:   ${sandboxTillCredentials.clientSecret}`)
  const send = (path: string, body: object, token = '') =>
    fetch(`${address}/api/1.0${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  const { clientId: ClientId, clientSecret: ClientSecret } = sandboxTillCredentials
  const signIn = await send('/auth/system/sign-in', { ClientId, ClientSecret })
  expect(signIn.status).toBe(200)
  const { access_token } = (await signIn.json()) as { access_token: string }
  const { voucherNo: VoucherNo, securityCode: SecurityCode } = sandboxVoucher
  const checked = await send('/till/vouchers/check', { VoucherNo, SecurityCode }, access_token)
  expect(await checked.json()).toMatchObject({ VoucherNo, Obstacle: null })
  const [, MembershipNo] = /^Member: +(\w+)/m.exec(output)!
  const card = await send('/customer/memberships/card', { MembershipNo }, access_token)
  expect(((await card.json()) as { Available: number }).Available).toBeGreaterThanOrEqual(500)
  const claim = { RewardCode: sandboxRewardCode, IdentifierType: 'MembershipNo', Identifier: MembershipNo }
  const claimed = await send('/reward/customer-rewards/claim', claim, access_token)
  expect(await claimed.json()).toMatchObject({ Status: 'Claimed', VoucherNo: expect.any(String) })
  expect((await send('/dev/clock', { Now: '2027-01-01T00:00:00Z' })).headers.get('date')).toContain('01 Jan 2027')
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(readdirSync(folder).filter((name) => name.startsWith('carat-sandbox-'))).toEqual([])
})
