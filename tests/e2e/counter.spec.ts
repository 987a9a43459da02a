import type { Page } from '@playwright/test'
import { type Member, post, registerMember, sell, uniqueDigits } from './api.ts'
import { expectAccessible, expectNoSideScroll, openPage } from './expectations.ts'
import { scan } from './scanner.ts'
import { expect, prepareMember, test } from './staff.ts'

// A day at the counter: with a scanner, with the mouse, and by keyboard only.

let member: Member

test.beforeAll(async ({ browser }) => {
  member = await prepareMember(browser)
})

test('registration: a customer is registered with fewer than eight inputs', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await openPage(page, '/registration/customers/add')
  const number = uniqueDigits()
  let inputs = 0
  const fill = async (label: string, text: string) => {
    inputs += 1
    await page.getByRole('textbox', { name: label }).fill(text)
  }

  await fill('Full name', `AMINAH BINTI YUSOF ${number}`)
  await page.getByRole('switch', { name: 'Identity document not shown' }).click()
  inputs += 1
  await fill('Phone', `013${number.slice(-7)}`)
  await page.getByRole('checkbox').first().check()
  inputs += 1
  await page.keyboard.press('Control+Enter')

  await expect(page).toHaveURL(/\/customers\/\d+/)
  await expect(page.getByText(`AMINAH BINTI YUSOF ${number}`).first()).toBeVisible()
  expect(inputs).toBeLessThan(8)
})

test('registration page: fits on one screen, and a missing consent gets the focus and a message', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, '/registration/customers/add')
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeFocused()
  for (const fieldLabel of ['Full name', 'Phone', 'E-mail', 'Identity no.'])
    await expect(page.getByRole('textbox', { name: fieldLabel })).toBeInViewport({ ratio: 1 })
  const service = page.getByRole('checkbox', { name: /^I agree that my details are stored/ })
  await expect(service).toBeInViewport({ ratio: 1 })
  await expect(service).not.toBeChecked()

  const number = uniqueDigits()
  await page.keyboard.type(`AMINAH ${number}`)
  await page.getByRole('switch', { name: 'Identity document not shown' }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill(`013${number.slice(-7)}`)
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Record the consent to the service')).toBeInViewport()
  await expect(service).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/customers\/\d+/)
})

test('counter: a scanned card opens its member wherever the focus is', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await openPage(page, '/dashboard')
  await expect(page.getByLabel('At the counter')).toBeVisible()

  await scan(page, member.MembershipNo)

  await expect(page).toHaveURL(new RegExp(`/counter.*${member.MembershipNo}`))
  await expect(page.getByText(member.FullName).first()).toBeVisible()
})

test('counter: a member is found by typing a telephone number', { tag: '@all' }, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await openPage(page, '/counter')
  const box = page.locator('#counter-box')
  await expect(box).toBeFocused()

  await page.keyboard.type(member.ContactNo, { delay: 50 })
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(new RegExp(member.MembershipNo))
  await expect(page.getByText(member.FullName).first()).toBeVisible()
})

test('counter: a sale is entered by keyboard only and posted once, and its points are explained', async ({
  staffPage,
}) => {
  const page = await staffPage('outlet')
  let posted = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/transaction-summaries/add')) posted += 1
  })
  await openPage(page, '/transactions/add')
  await expect(page.locator('#sale-member')).toBeFocused()
  await page.keyboard.type(member.MembershipNo)
  await page.keyboard.press('Enter')
  await expect(page.getByText(member.FullName)).toBeVisible()

  const invoice = `KB-${uniqueDigits()}`
  await expect(page.getByLabel('Invoice no.')).toBeFocused()
  await page.keyboard.type(invoice)
  await page.keyboard.press('Enter')
  await choose(page, 'Brand', 'Lumi', 'Lumière')
  await choose(page, 'Product group', 'Pend', 'Pendants')
  await write(page, 'Description', 'Ruby pendant')
  await write(page, 'Quantity', undefined)
  await write(page, 'Unit price', '1250.5', 'Enter')
  await expect(page.getByRole('group', { name: 'Line 2' })).toBeVisible()
  await choose(page, 'Product group', 'Repa', 'Repair deposits', 1)
  await write(page, 'Description', 'Resizing', 'Tab', 1)
  await write(page, 'Quantity', undefined, 'Tab', 1)
  await write(page, 'Unit price', '80', undefined, 1)
  // The page previews the points before the sale is saved, and the button names the action.
  await expect(page.getByRole('group', { name: 'Line 1' })).toContainText('+312')
  await expect(page.getByRole('status').filter({ hasText: 'This sale earns' })).toContainText('+312')
  await expect(page.getByRole('button', { name: 'Save sale of MYR 1,330.50' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Transaction summary and detail have been saved successfully.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next customer' })).toBeFocused()
  await expect(page.getByText('+312').first()).toBeVisible()
  expect(posted).toBe(1)
  await expectAccessible(page)
  await expectNoSideScroll(page)

  await page.getByRole('link', { name: 'Explain these points' }).click()
  const pendant = page.getByRole('row', { name: /Ruby pendant/ })
  await expect(pendant).toContainText('2.00 per 10.00× 1.25 Gold312.625−0.625312')
  await expect(page.getByRole('row', { name: /Resizing/ })).toContainText('This line earns no points')
})

test('counter: an unsaved sale survives a reload of its tab, and is posted only if the user requests it', async ({
  staffPage,
}) => {
  const page = await staffPage('outlet')
  let posted = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/transaction-summaries/add')) posted += 1
  })
  await openPage(page, `/transactions/add?MembershipNo=${member.MembershipNo}`)
  const invoice = `KEPT-${uniqueDigits()}`
  await page.getByLabel('Invoice no.').fill(invoice)
  await page.getByLabel('Description').fill('Ruby pendant')
  await page.getByLabel('Unit price').fill('1250.50')
  await page.reload()

  await expect(page.getByText('Your previous entries have been restored.')).toBeVisible()
  await expect(page.getByLabel('Invoice no.')).toHaveValue(invoice)
  await expect(page.getByLabel('Description')).toHaveValue('Ruby pendant')
  await expect(page.getByRole('button', { name: 'Save sale of MYR 1,250.50' })).toBeVisible()
  await expect(page.getByText('Draft kept in this tab')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Discard and start again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Invoice no.')).toHaveValue('')
  await page.reload()
  await expect(page.getByText(member.FullName)).toBeVisible()
  await expect(page.getByLabel('Invoice no.')).toHaveValue('')
  expect(posted).toBe(0)
})

test('counter: staff who are not permitted to enter a sale see the reason below the member’s name', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  const message = 'Another user must enter, return and approve your own sale'
  await page.route('**/transaction-summaries/normal/preview', (route) =>
    route.fulfill({
      status: 403,
      json: { statusCode: 403, code: 'sales.own_sale', error: 'Forbidden', message, params: {}, requestId: 'x' },
    }),
  )
  await openPage(page, `/transactions/add?MembershipNo=${member.MembershipNo}`)
  await expect(page.getByText(member.FullName)).toBeVisible()
  await page.getByRole('combobox', { name: 'Brand' }).focus()
  await choose(page, 'Brand', 'Lumi', 'Lumière')
  await page.getByLabel('Unit price').fill('1250.50')
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expectAccessible(page)
})

test('counter: one of two rings is returned, and its points are reversed', async ({ staffPage }) => {
  const page = await staffPage('outlet')
  const InvoiceNo = await sell(page.request, member.MembershipNo)
  await openPage(page, `/transactions/N/${InvoiceNo}`)

  await page.getByRole('button', { name: 'Cancel lines' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel sale ${InvoiceNo}` })
  await dialog.getByRole('checkbox', { name: /Eternity ring/ }).check()
  await dialog.getByRole('textbox', { name: 'Quantity, Eternity ring' }).fill('1')
  await expect(dialog.getByText('Cancels MYR 1,000.00 and reverses 125 points')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Wrong size')
  await dialog.getByRole('button', { name: 'Cancel 1 line' }).click()

  await expect(dialog).toBeHidden()
  await expect(page.getByText('Cancelled: MYR 1,000.00 and 125 points')).toBeVisible()
  await expect(page.getByText('Cancelled in part')).toBeVisible()
  await page.getByRole('link', { name: `${InvoiceNo}-C1`, exact: true }).click()
  await expect(page.getByText('The sale that was cancelled')).toBeVisible()
  await expect(page.getByText('Wrong size')).toBeVisible()
})

test('counter: points that were spent before a return become arrears, and head office waives them', {
  tag: '@all',
}, async ({ staffPage }) => {
  const outlet = await staffPage('outlet')
  const page = await staffPage('hq')
  const debtor = await registerMember(outlet.request, page.request)
  const InvoiceNo = await sell(outlet.request, debtor.MembershipNo)
  const { MembershipNo } = debtor
  await post(page.request, '/point/redemption', {
    MembershipNo,
    Points: 300,
    ObjectType: 'Gift',
    ObjectValue: InvoiceNo,
  })
  await post(page.request, '/customer/memberships/transaction-summaries/add', {
    TransactionType: 'C',
    OriginalInvoiceNo: InvoiceNo,
    Remarks: 'Returned',
  })

  await openPage(page, `/points/explain?MembershipNo=${MembershipNo}`)
  await expect(page.getByRole('heading', { name: 'Negative balance: 300 points' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Write off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write off the negative balance' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Our mistake')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('300 points have been written off.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Negative balance: 300 points' })).toBeHidden()
})

test('point statement: shows opening balance, movements and closing balance; an unknown member is not found', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('outlet')
  await sell(page.request, member.MembershipNo)

  await openPage(page, '/points/statement?MembershipNo=NOBODY')
  // Only head office may find out which numbers exist; outlet staff must look the member up.
  await expect(page.getByText('Look the customer up by number first')).toBeVisible()
  const hq = await staffPage('hq')
  await openPage(hq, '/points/statement?MembershipNo=NOBODY')
  await expect(hq.getByText('Record not found')).toBeVisible()

  await openPage(page, `/points/statement?MembershipNo=${member.MembershipNo}`)
  await expect(page.getByText('Opening balance')).toBeVisible()
  await expect(page.getByRole('row', { name: /Earned/ }).first()).toBeVisible()
  await expect(page.getByText('Closing balance')).toBeVisible()
})

/** Types into the focused select until its option appears, chooses it and moves on. */
async function choose(page: Page, label: string, typed: string, option: string, line = 0): Promise<void> {
  const select = page.getByRole('combobox', { name: label }).nth(line)
  await expect(select).toBeFocused()
  await page.keyboard.type(typed)
  await expect(page.locator('.ant-select-item-option-active').filter({ hasText: option })).toBeVisible()
  await page.keyboard.press('Enter')
  // While the list of options is open, Tab would choose an option instead of moving the focus.
  await expect(select).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Tab')
}

/** Types into the focused field, because the focus order is part of the test. */
async function write(
  page: Page,
  label: string,
  text: string | undefined,
  then: string | undefined = 'Tab',
  line = 0,
): Promise<void> {
  await expect(
    page
      .getByRole('group', { name: `Line ${line + 1}` })
      .getByLabel(label, { exact: false })
      .first(),
  ).toBeFocused()
  if (text) await page.keyboard.type(text)
  if (then) await page.keyboard.press(then)
}
