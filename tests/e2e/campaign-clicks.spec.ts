import { post, uniqueDigits } from './api.ts'
import { expectAccessible, expectLoaded, openPage } from './expectations.ts'
import { startInputMeter, takeInputCounts } from './input-meter.ts'
import { expect, test } from './staff.ts'

const CLICKS_MOST = 14

test('campaigns: a user sends the first e-mail with at most 14 clicks on one page', async ({ staffPage }, testInfo) => {
  const page = await staffPage('hq')
  const { request } = page
  const code = `R${uniqueDigits()}`
  // Disables quiet hours, so that marketing messages are sent at any time of day.
  for (const Name of ['messages.sendFrom', 'messages.sendUntil']) {
    const { rows } = await post<{ rows: { Version: number }[] }>(request, '/settings/find-all', { Search: { Name } })
    await post(request, '/settings/update', { Name, Version: rows[0]!.Version, Value: '00:00' })
  }
  const invitations = async () => {
    const reply = await request.get('/api/1.0/dev/outbox', { headers: { 'x-carat-client': 'web' } })
    return ((await reply.json()) as { Subject: string }[]).filter(
      ({ Subject }) => Subject === 'An evening among pearls',
    )
  }
  expect(await invitations()).toEqual([])

  await startInputMeter(page)
  await openPage(page, '/campaign/campaigns/listing')
  const pages = new Set<string>()
  page.on('framenavigated', (frame) => frame === page.mainFrame() && pages.add(new URL(frame.url()).pathname))

  await test.step('1 Offer: is saved as a draft', async () => {
    await page.getByRole('button', { name: /Create campaign/ }).click()
    await expectLoaded(page)
    await page.getByRole('textbox', { name: 'Campaign code' }).click()
    await page.keyboard.type(code, { delay: 60 })
    await page.keyboard.press('Tab')
    await page.keyboard.type('Pearls', { delay: 60 })
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'First day' }).fill('01/01/2026')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Last day' }).fill('31/12/2099')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Runs at all outlets from .* and awards no points\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  })

  await test.step('2 Audience: a segment', async () => {
    await page.getByRole('combobox', { name: 'Segment' }).click()
    await page.getByTitle('Birthdays in the next month').click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText(/^\d+ customers added$/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue: Message' }).click()
  })

  await test.step('3 Message: a template', async () => {
    await page.getByRole('combobox', { name: 'Contact template' }).click()
    await page.getByTitle('Invitation to a private viewing (Email)').click()
    await page.getByRole('button', { name: 'Continue: Review and send' }).click()
  })

  await test.step('4 Review and send', async () => {
    await expect(page.getByRole('region', { name: 'Reach' })).toContainText('Will receive it')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Activate and send to \d+ customers$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    // The recipients below have the status Active, too.
    await expect(page.locator('.page-header').getByText('Active', { exact: true })).toBeVisible()
  })

  await expect.poll(async () => (await invitations()).length, { timeout: 120_000 }).toBeGreaterThan(0)
  const { clicks } = await takeInputCounts(page)
  testInfo.annotations.push({ type: 'clicks', description: `${clicks}` })
  expect(clicks).toBeGreaterThan(0)
  expect(clicks).toBeLessThanOrEqual(CLICKS_MOST)
  expect([...pages]).toEqual(['/campaign/campaigns/add', `/campaign/campaigns/listing/${code}`])
})
