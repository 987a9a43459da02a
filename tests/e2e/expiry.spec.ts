import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { givePointsEndingSoon, registerMember } from './api.ts'
import { expectAccessible, openPage } from './expectations.ts'
import type { Server } from './server.ts'
import { expect, test } from './staff.ts'

const run = promisify(execFile)
const command = ({ dataDir }: Server, ...args: string[]) =>
  run(process.execPath, ['app/cli/main.ts', ...args], { env: { ...process.env, DATA_DIR: dataDir, DEMO: '1' } })

const day = (date: Date) => date.toISOString().slice(0, 10)

// The server uses the machine's clock, so an operator's command starts the nightly batch of a future day.
// The command accepts a future day only in a demo.
test('expiring points: points are forecast, expire in the nightly batch and are shown on the statement', async ({
  staffPage,
  server,
}) => {
  // The timeout is longer, because the test starts two more programs.
  test.slow()
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { MembershipNo, FullName } = await registerMember(outlet.request, hq.request)
  const { Year, Month, TotalPointToExpire: points } = await givePointsEndingSoon(hq.request, MembershipNo, 100)
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date(Year, Month - 1, 1))

  await openPage(hq, '/points-management/points-expiry')
  await hq.getByRole('link', { name: month }).click()
  await expect(hq).toHaveURL(/points-expiry\/members/)
  await openPage(hq, `${new URL(hq.url()).pathname}${new URL(hq.url()).search}&MembershipNo=${MembershipNo}`)
  const row = hq.getByRole('row', { name: new RegExp(FullName, 'i') })
  await expect(row.getByRole('cell').nth(3)).toHaveText(points.toLocaleString('en'))

  await command(server, 'nightly', '--date', day(new Date(Date.UTC(Year, Month, 1))))

  await hq.reload()
  await expect(row.getByRole('cell').nth(2)).toHaveText(points.toLocaleString('en'))
  await expect(row.getByRole('cell').nth(3)).toHaveText('–0')
  await row.getByRole('link').first().click()
  await expect(hq.getByRole('row', { name: /Expired/ })).toContainText(`−${points.toLocaleString('en')}`)
})

test('points: head office runs the reconciliation and finds the cost of points in the settings', {
  tag: '@all',
}, async ({ staffPage }) => {
  const hq = await staffPage('hq')
  await openPage(hq, '/points-management/proof')
  await hq.getByRole('button', { name: 'Reconcile now' }).click()
  await expect(hq.getByRole('heading', { name: 'Ledger balanced' })).toBeVisible()
  await hq.mouse.move(0, 400)
  await expectAccessible(hq)
  await openPage(hq, '/points-management/liability')
  await expect(hq.getByRole('region', { name: 'Currently outstanding' })).toBeVisible()
  await expect(hq.getByRole('button', { name: /^Ledger/ })).toHaveCount(0)
  const menu = hq.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('menuitem', { name: 'Ledger reconciliation' }).click()
  await expect(hq).toHaveURL(/points-management\/proof/)
})
