import { post, sell, unique } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { type Mail, openMailbox } from './mailbox.ts'
import { type Server, startServer } from './server.ts'
import { test as base, expect } from './staff.ts'

// The other side is a real mail server: what arrives there is what customers read.

const mails: Mail[] = []

const test = base.extend<object, { server: Server }>({
  server: [
    async ({ browserName }, use) => {
      const mailbox = await openMailbox((mail) => mails.push(mail))
      const { stop, ...server } = await startServer(browserName, { SMTP_URL: mailbox.address })
      await use(server)
      await stop()
      await mailbox.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('a birthday campaign goes from its list to the inbox, and the purchase that follows counts', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const number = unique()
  const Email = `birthday.${number}@mail.example`
  // Whoever joins is welcomed as well.
  const wishes = () => mails.filter(({ to, subject }) => to === Email && subject.startsWith('Happy birthday'))
  const { Memberships } = await post<{ Memberships: { MembershipNo: string }[] }>(
    page.request,
    '/customer/customers/add',
    {
      FullName: `NUR BIRTHDAY ${number}`,
      Email,
      IdType: 'Passport',
      IdNo: `B${number}`,
      ContactNo: `013${number.slice(-7)}`,
      Language: 'English',
      Consents: [
        { Channel: 'Service', GrantedYN: 'Y' },
        { Channel: 'Email', GrantedYN: 'Y' },
      ],
    },
  )
  const { MembershipNo } = Memberships[0]!
  const template = `Birthday wishes ${number}`
  await post(page.request, '/reward/contact-templates/add', {
    Name: template,
    ContactType: 'Email',
    Status: 'Active',
    isCampaign: 'Y',
    Texts: [{ Language: 'en', Subject: 'Happy birthday {{ FullName }}', Body: '<p>Dear {{ FullName }}</p>' }],
  })
  // At whatever hour this runs.
  for (const Name of ['messages.sendFrom', 'messages.sendUntil']) {
    const { rows } = await post<{ rows: { Version: number }[] }>(page.request, '/settings/find-all', {
      Search: { Name },
    })
    await post(page.request, '/settings/update', { Name, Version: rows[0]!.Version, Value: '00:00' })
  }

  await page.goto('/campaign/campaigns/listing')
  await expectLoaded(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /Create campaign/ }).click()
  await expectLoaded(page)
  const name = `Birthdays ${number}`
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
  await expectNoSideScroll(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: `${name} created` })).toBeVisible()

  await test.step('customers come by their numbers, and unknown ones are named', async () => {
    await page.getByRole('link', { name: 'Target list', exact: true }).click()
    await page.getByRole('button', { name: 'Add customers' }).click()
    await page.getByRole('textbox', { name: 'Membership numbers' }).fill(`${MembershipNo}\nJC00000000`)
    await page.getByRole('button', { name: 'Add 2 customers' }).click()
    await expect(page.getByText('1 customer added')).toBeVisible()
    await expect(page.getByText('JC00000000')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('row', { name: new RegExp(MembershipNo) })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the list is written to', async () => {
    await page.getByRole('link', { name: 'Sending and results' }).click()
    await page.getByRole('button', { name: 'Send to the list' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Contact template' }).click()
    await page.getByTitle(`${template} (Email)`).click()
    await dialog.getByRole('button', { name: 'Send to the list' }).click()
    await expect.poll(() => wishes().length, { timeout: 60_000 }).toBe(1)
    await expect(page.getByText(/^Written 1,/).first()).toBeVisible()
  })

  await test.step('the purchase counts', async () => {
    const InvoiceNo = await sell((await staffPage('outlet')).request, MembershipNo)
    await page.reload()
    await expectLoaded(page)
    await expect(page.getByText('Without a control group nothing can be said', { exact: false })).toBeVisible()
    await expectAccessible(page)
    await expectNoSideScroll(page)
    await page.getByRole('link', { name: 'Target list', exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(InvoiceNo) })).toBeVisible()
  })

  expect(wishes()).toHaveLength(1)
})
