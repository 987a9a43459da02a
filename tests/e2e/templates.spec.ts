import type { Page } from '@playwright/test'
import { post, unique } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { mails, test } from './inbox.ts'
import { expect } from './staff.ts'

const customers = [
  { Language: 'English', tab: /^English/, subject: 'Good morning ', body: 'Dear ' },
  { Language: 'Chinese', tab: /^中文/, subject: '早安 ', body: '尊敬的 ' },
  { Language: 'French', tab: /^Français/, subject: 'Bonjour ', body: 'Cher client ' },
  { Language: 'Japanese', tab: /^日本語/, subject: 'おはようございます ', body: '拝啓 ' },
] as const

async function customersOf(page: Page, some: readonly (typeof customers)[number][]) {
  const made: { FullName: string; Email: string; MembershipNo: string; subject: string }[] = []
  for (const { Language, subject } of some) {
    const number = unique()
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
    made.push({ FullName, Email, MembershipNo: Memberships[0]!.MembershipNo, subject })
  }
  return made
}

type Box = 'Subject' | 'Message'
const editor = (page: Page, box: Box) => page.getByRole('textbox', { name: new RegExp(`^${box}, `) })
const tool = (page: Page, box: Box, name: string) =>
  page.getByRole('toolbar', { name: new RegExp(`: ${box}, `) }).getByRole('button', { name })

/** Types a text and puts the customer's name behind it, as a chip out of the menu. */
async function writeWithName(page: Page, box: Box, words: string) {
  await editor(page, box).click()
  await page.keyboard.insertText(words)
  await tool(page, box, 'Insert field').click()
  await page.getByRole('menuitem', { name: 'Full name' }).click()
  await expect(editor(page, box).getByRole('img', { name: 'Field: Full name' })).toBeVisible()
}

test('a template goes from draft to the inbox in four languages', async ({ staffPage }) => {
  const page = await staffPage('hq')
  for (const Value of ['French', 'Japanese'])
    await post(page.request, '/lists/items/add', { ListName: 'Language', Value, Label: Value })
  const made = await customersOf(page, customers)
  const name = `Welcome ${unique()}`

  await page.goto('/rewards/contact-templates')
  await expectLoaded(page)
  await page.getByRole('button', { name: /Create Template/ }).click()
  await expect(page).toHaveURL(/\/add$/)
  await expectLoaded(page)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('combobox', { name: 'Sent at' }).click()
  await page.getByTitle('Reward cancelled').click()

  await test.step('each language has its own words, and names are chips', async () => {
    for (const { tab, subject, body } of customers) {
      await page.getByRole('group', { name: 'Languages' }).getByRole('button', { name: tab }).click()
      await writeWithName(page, 'Subject', subject)
      await writeWithName(page, 'Message', body)
    }
    await expect(page.getByRole('button', { name: /written$/ })).toHaveCount(4)
    await expect(page.getByText(/^Missing: Bahasa Melayu\./)).toBeVisible()
  })

  await test.step('a chip goes as a whole', async () => {
    const box = editor(page, 'Message')
    await box.press('End')
    await box.press('Backspace')
    await box.press('Backspace')
    await expect(box.getByRole('img')).toHaveCount(0)
    await tool(page, 'Message', 'Insert field').click()
    await page.getByRole('menuitem', { name: 'Full name' }).click()
    await expect(box.getByRole('img', { name: 'Field: Full name' })).toBeVisible()
  })

  await test.step('the preview has the values of a customer', async () => {
    const frame = page.frameLocator('iframe[title="The e-mail as it is read"]')
    await expect(frame.getByText('拝啓')).toBeVisible()
    await page.getByRole('combobox', { name: 'With the values of' }).fill(made[0]!.MembershipNo)
    await page.keyboard.press('Enter')
    await expect(frame.getByText(made[0]!.FullName)).toBeVisible()
  })

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: `${name} created` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to customers…' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await expectNoSideScroll(page)

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByTitle('Active', { exact: true }).last().click()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: `${name} saved` })).toBeVisible()
  await page.getByRole('button', { name: 'Send to customers…' }).click()

  for (const { MembershipNo, Email } of made) {
    await page.getByRole('combobox', { name: 'Add a customer' }).fill(MembershipNo)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Customers' }).getByText(Email)).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send to 4 customers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 4 customers' }).click()
  await expect(page.getByText('Success Sending Email Notification')).toBeVisible()

  for (const { Email, FullName, subject } of made) {
    // The demo's own template welcomes them too.
    const arrived = () => mails.find((mail) => mail.to === Email && mail.subject.includes(subject.trim()))
    await expect.poll(() => arrived() !== undefined).toBe(true)
    expect(arrived()?.subject.toUpperCase()).toContain(FullName)
    expect(arrived()?.html.toUpperCase()).toContain(FullName)
  }

  await expect(page).toHaveURL(/\/rewards\/contact-log/)
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(4)
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Sent' })).toHaveCount(4)
})

test('what a wording lacks is said and marked where it is written', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('hq')
  const name = `Half written ${unique()}`
  await page.goto('/rewards/contact-templates/add')
  await expectLoaded(page)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByTitle('Active', { exact: true }).last().click()
  const languages = page.getByRole('group', { name: 'Languages' })
  await editor(page, 'Subject').fill('Good morning')
  await editor(page, 'Message').fill('Dear customer')
  await languages.getByRole('button', { name: /^Français/ }).click()
  await editor(page, 'Message').fill('Cher client')
  await expect(languages.getByRole('button', { name: /incomplete$/ })).toHaveText(/^Français/)
  await languages.getByRole('button', { name: /^English/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  // It is another language than the one that is shown: that one opens.
  await expect(languages.getByRole('button', { name: /^Français/ })).toHaveAttribute('aria-pressed', 'true')
  const subject = editor(page, 'Subject')
  await expect(subject).toBeFocused()
  await expect(subject).toHaveAttribute('aria-invalid', 'true')
  await expect(subject).toHaveAccessibleDescription(/^The subject is missing/)
  await expect(editor(page, 'Message')).not.toHaveAttribute('aria-invalid', 'true')
  // The mark goes while it is mended, and the caret stays.
  await page.keyboard.type('Bonjour')
  await expect(subject).toHaveText('Bonjour')
  await expect(subject).not.toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: `${name} created` })).toBeVisible()
})

test('customers who are ticked in their list are written to, with a template that is chosen then', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  const number = unique()
  const name = `Service reminder ${number}`
  await post(page.request, '/reward/contact-templates/add', {
    ...{ Name: name, ContactType: 'Email', Event: 'REWARD-COLLECTED', Status: 'Active' },
    Texts: [{ Language: 'en', Subject: `Your jewellery ${number}`, Body: '<p>Dear {{FullName}}</p>' }],
  })
  const made = await customersOf(page, customers.slice(0, 2))

  await page.goto('/registration/customers?Q=MEI')
  for (const { FullName } of made)
    await page
      .getByRole('row')
      .filter({ hasText: FullName.split(' ').at(-1)! })
      .getByRole('checkbox')
      .check()
  await page.getByRole('button', { name: 'Send a message…' }).click()
  await expectLoaded(page)
  await page.getByRole('combobox', { name: 'Template' }).fill(name)
  await page.locator('.ant-select-item-option').filter({ hasText: name }).click()
  for (const { Email } of made)
    await expect(page.getByRole('list', { name: 'Customers' }).getByText(Email)).toBeVisible()
  await page.getByRole('button', { name: 'Send to 2 customers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 2 customers' }).click()
  for (const { Email } of made)
    await expect.poll(() => mails.some((mail) => mail.to === Email && mail.subject.includes(number))).toBe(true)
})
