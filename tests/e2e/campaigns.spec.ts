import type { APIRequestContext } from '@playwright/test'
import { post, sell, uniqueDigits } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll, openPage } from './expectations.ts'
import { mails, test } from './inbox.ts'
import { expect } from './staff.ts'

test('campaigns: a birthday campaign is sent to its segment, and purchases are compared with the control group', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const { request } = page
  const number = uniqueDigits()
  const town = `Kampung ${number}`
  // The inbox also contains the welcome message to new customers.
  const wishes = () => mails.filter(({ subject }) => subject === `Happy birthday ${number}`)
  const people: { MembershipNo: string; Email: string }[] = []
  for (let n = 0; n < 20; n++) people.push(await birthdayCustomer(request, town))
  // The segment excludes this customer of another town, whom the test adds by number.
  const customerInIpoh = await birthdayCustomer(request, 'Ipoh')
  const template = `Birthday wishes ${number}`
  await post(request, '/reward/contact-templates/add', {
    Name: template,
    ContactType: 'Email',
    Status: 'Active',
    isCampaign: 'Y',
    Texts: [{ Language: 'en', Subject: `Happy birthday ${number}`, Body: '<p>Dear {{ FullName }}</p>' }],
  })
  // Disables quiet hours, so that the campaign is sent at any hour.
  for (const Name of ['messages.sendFrom', 'messages.sendUntil']) {
    const { rows } = await post<{ rows: { Version: number }[] }>(request, '/settings/find-all', { Search: { Name } })
    await post(request, '/settings/update', { Name, Version: rows[0]!.Version, Value: '00:00' })
  }

  const name = `Birthdays ${number}`
  await test.step('a campaign with a control group is added', async () => {
    await openPage(page, '/campaign/campaigns/listing')
    await page.getByRole('button', { name: /Create campaign/ }).click()
    await expectLoaded(page)
    await page.getByRole('textbox', { name: 'Campaign code' }).fill(`B${number}`)
    await page.getByRole('textbox', { name: 'Campaign name' }).fill(name)
    await page.getByRole('combobox', { name: 'Campaign type' }).click()
    await page.getByTitle('Birthday', { exact: true }).click()
    await page.getByRole('textbox', { name: 'First day' }).fill('01/01/2026')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Last day' }).fill('31/12/2099')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Runs at all outlets from .* and awards no points\.$/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save draft', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: `${name} created` })).toBeVisible()
    await page.getByRole('combobox', { name: 'Control group' }).click()
    await page.getByTitle('50% of the list').click()
    await expectLoaded(page)
  })

  await test.step('a segment selects customers with a birthday soon, and becomes the target list', async () => {
    await openPage(page, '/campaign/segments/add')
    // Uses a different name, because the notice about the new campaign may still be open.
    const segment = `Birthdays near ${number}`
    await page.getByRole('textbox', { name: 'Name' }).fill(segment)
    const condition = (place: number) => page.getByRole('combobox', { name: `Field of condition ${place}` })
    await condition(1).fill('Date of')
    await page.getByTitle('Date of birth', { exact: true }).click()
    await page.getByRole('combobox', { name: 'How Date of birth is compared' }).click()
    await page.getByTitle('in the next', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Value of Date of birth' }).fill('30')
    await page.getByRole('button', { name: 'Add condition' }).click()
    await condition(2).fill('City')
    await page.getByTitle('City', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Value of City' }).fill(town)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '20 customers' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: `${segment} created` })).toBeVisible()
    await page.getByRole('button', { name: 'Add to campaign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Campaign' }).fill(name)
    await page.getByTitle(new RegExp(name)).first().click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '20 customers added' })).toBeVisible()
  })

  await test.step('customers are added by their numbers, and unknown numbers are named', async () => {
    await expectLoaded(page)
    await page.getByTitle('Numbers', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Membership numbers' }).fill(`${customerInIpoh.MembershipNo}\nJC00000000`)
    await page.getByRole('button', { name: 'Add 2 customers' }).click()
    await expect(page.getByText('1 customer added')).toBeVisible()
    await expect(page.getByText('JC00000000')).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(customerInIpoh.MembershipNo) })).toBeVisible()
    await expectAccessible(page)
  })

  let messageCount = 0
  await test.step('the target list is messaged, except for the control group', async () => {
    await page.getByRole('button', { name: 'Continue: Message' }).click()
    await page.getByRole('combobox', { name: 'Contact template' }).click()
    await page.getByTitle(`${template} (Email)`).click()
    await page.getByRole('button', { name: 'Continue: Review and send' }).click()
    await page.getByRole('button', { name: /^Activate and send to \d+ customers$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText(/Completed · 21 of 21/)).toBeVisible({ timeout: 120_000 })
    const counts = /^Sent (\d+), suppressed 0, control group (\d+)$/
    const [, sentCount, controlGroup] = counts.exec((await page.getByText(counts).first().textContent())!)!
    messageCount = Number(sentCount)
    expect(messageCount + Number(controlGroup)).toBe(21)
    expect(Math.min(messageCount, Number(controlGroup))).toBeGreaterThan(0)
    await expect.poll(() => wishes().length, { timeout: 120_000 }).toBe(messageCount)
    expect(new Set(wishes().map(({ to }) => to)).size).toBe(messageCount)
  })

  await test.step('later purchases are counted, and the page shows the difference to the control group', async () => {
    const outlet = (await staffPage('outlet')).request
    const contacted = [...people, customerInIpoh].filter(({ Email }) => wishes().some(({ to }) => to === Email))
    let InvoiceNo = ''
    for (const { MembershipNo } of contacted) InvoiceNo = await sell(outlet, MembershipNo)
    await page.reload()
    await expectLoaded(page)
    const groups = page.getByRole('region', { name: 'Contacted beside the control group' })
    const group = (name: string) => groups.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')
    const conversionCells = ['100.00%', /^[\d,.]+$/]
    await expect(group('Contacted')).toHaveText([`${messageCount}`, `${messageCount}`, ...conversionCells])
    await expect(group('Control group')).toHaveText([`${21 - messageCount}`, '0', '0.00%', '0.00'])
    await expect(page.getByText('More customers purchased than without the campaign.')).toBeVisible()
    await expect(
      page.getByText(
        /^Difference \+100\.00 percentage points; with 95% confidence between \+\d+\.\d\d and \+100\.00\.$/,
      ),
    ).toBeVisible()
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await page.getByRole('link', { name: /2 Audience/ }).click()
    await expect(page.getByRole('row', { name: new RegExp(InvoiceNo) })).toBeVisible()
  })

  expect(wishes()).toHaveLength(messageCount)
})

/** A customer with a birthday in ten days and consent to e-mail. */
async function birthdayCustomer(hq: APIRequestContext, City: string) {
  const number = uniqueDigits()
  const Email = `birthday.${number}@mail.example`
  const near = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(4, 10)
  const { Memberships } = await post<{ Memberships: { MembershipNo: string }[] }>(hq, '/customer/customers/add', {
    FullName: `NUR BIRTHDAY ${number}`,
    Email,
    IdType: 'Passport',
    IdNo: `B${number}`,
    ContactNo: `013${number.slice(-7)}`,
    DateOfBirth: `1988${near}`,
    Language: 'English',
    Consents: [
      { Channel: 'Service', GrantedYN: 'Y' },
      { Channel: 'Email', GrantedYN: 'Y' },
    ],
    Address: { AddressType: 'Home', Line1: '1 Jalan Besar', City },
  })
  return { MembershipNo: Memberships[0]!.MembershipNo, Email }
}
