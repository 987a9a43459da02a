import type { Page } from '@playwright/test'
import { post, uniqueDigits } from './api.ts'
import { expectLoaded } from './expectations.ts'
import { mails, test } from './inbox.ts'
import { expect } from './staff.ts'

const customers = [
  { Language: 'English', tab: /^English/, subject: 'Good morning ', body: 'Dear ' },
  { Language: 'Japanese', tab: /^日本語/, subject: 'おはようございます ', body: '拝啓 ' },
] as const

async function addCustomers(page: Page) {
  const newCustomers: { FullName: string; Email: string; MembershipNo: string; subject: string }[] = []
  for (const { Language, subject } of customers) {
    const number = uniqueDigits()
    const FullName = `MEI ${Language.toUpperCase()} ${number}`
    const Email = `${Language.toLowerCase()}.${number}@mail.example`
    const { Memberships } = await post<{ Memberships: { MembershipNo: string }[] }>(
      page.request,
      '/customer/customers/add',
      {
        FullName,
        Email,
        IdType: 'Passport',
        IdNo: `T${number}`,
        ContactNo: `013${number.slice(-7)}`,
        Language,
        Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
      },
    )
    newCustomers.push({ FullName, Email, MembershipNo: Memberships[0]!.MembershipNo, subject })
  }
  return newCustomers
}

type Box = 'Subject' | 'Message'
const editor = (page: Page, box: Box) => page.getByRole('textbox', { name: new RegExp(`^${box}, `) })
const tool = (page: Page, box: Box, name: string) =>
  page.getByRole('toolbar', { name: new RegExp(`: ${box}, `) }).getByRole('button', { name })

/** Types a text, and inserts the customer's name from the menu as a chip after the text. */
async function writeWithName(page: Page, box: Box, words: string) {
  await editor(page, box).click()
  await page.keyboard.insertText(words)
  await tool(page, box, 'Insert field').click()
  await page.getByRole('menuitem', { name: 'Full name' }).click()
  await expect(editor(page, box).getByRole('img', { name: 'Field: Full name' })).toBeVisible()
}

test('templates: a template in two languages reaches each customer in the customer’s language', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  await post(page.request, '/lists/items/add', { ListName: 'Language', Value: 'Japanese', Label: 'Japanese' })
  const recipients = await addCustomers(page)
  const name = `Welcome ${uniqueDigits()}`

  await page.goto('/rewards/contact-templates/add')
  await expectLoaded(page)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('combobox', { name: 'Sent at' }).click()
  await page.getByTitle('Reward cancelled').click()

  await test.step('a template has a text per language, and merge fields are chips', async () => {
    for (const { tab, subject, body } of customers) {
      await page.getByRole('group', { name: 'Languages' }).getByRole('button', { name: tab }).click()
      await writeWithName(page, 'Subject', subject)
      await writeWithName(page, 'Message', body)
    }
    await expect(page.getByRole('button', { name: /written$/ })).toHaveCount(2)
  })

  await test.step('the preview shows the values of a customer', async () => {
    const frame = page.frameLocator('iframe[title="The e-mail as it is read"]')
    await expect(frame.getByText('拝啓')).toBeVisible()
    await page.getByRole('combobox', { name: 'With the values of' }).fill(recipients[0]!.MembershipNo)
    await page.keyboard.press('Enter')
    await expect(frame.getByText(recipients[0]!.FullName)).toBeVisible()
  })

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: `${name} created` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to customers…' })).toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByTitle('Active', { exact: true }).last().click()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: `${name} saved` })).toBeVisible()
  await page.getByRole('button', { name: 'Send to customers…' }).click()

  for (const { MembershipNo, Email } of recipients) {
    await page.getByRole('combobox', { name: 'Add a customer' }).fill(MembershipNo)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Customers' }).getByText(Email)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Send to 2 customers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 2 customers' }).click()
  await expect(page.getByText('Success Sending Email Notification')).toBeVisible()

  for (const { Email, FullName, subject } of recipients) {
    // The demo's own template also sends these customers a welcome message.
    const arrived = () => mails.find((mail) => mail.to === Email && mail.subject.includes(subject.trim()))
    await expect.poll(() => arrived() !== undefined).toBe(true)
    expect(arrived()?.subject.toUpperCase()).toContain(FullName)
    expect(arrived()?.html.toUpperCase()).toContain(FullName)
  }

  await expect(page).toHaveURL(/\/rewards\/contact-log/)
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Sent' })).toHaveCount(2)
})
