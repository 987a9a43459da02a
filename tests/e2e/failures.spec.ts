import { post, registerMember, unique } from './api.ts'
import { expectAccessible } from './expectations.ts'
import { expect, test } from './staff.ts'

/** Something between the page and the server answers with a page of its own, which says nothing of the record asked for. */
const gateway = { status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }

test('a list and a select that could not be loaded say so, and the list says when it could be', async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const lists = '**/api/1.0/customer/customers/find-all'
  await page.route(lists, (route) => route.fulfill(gateway))
  await page.goto('/registration/customers')
  const failed = page.getByRole('alert').filter({ hasText: 'Listing Failed' })
  await expect(failed).toContainText('An error occured')
  await expectAccessible(page)
  await page.unroute(lists)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Data retrieved successfully')).toBeVisible()
  await expect(failed).toBeHidden()

  await page.route('**/api/1.0/lists/items*', (route) => route.fulfill(gateway))
  await page.goto('/registration/customers/add')
  await page.getByRole('button', { name: 'More details and address' }).click()
  await page.getByRole('combobox', { name: 'Salutation' }).click()
  const box = page.locator('.ant-select-dropdown:visible')
  await expect(box).toContainText('List Failed')
  await expect(box).toContainText('An error occured')
  await page.screenshot({ path: test.info().outputPath('list-failed.png') })
  await expect(page.getByRole('status').filter({ hasText: 'List Failed' }).first()).toBeAttached()
  // Open, the library's box names an active entry that an empty list has not.
  await page.keyboard.press('Escape')
  await expectAccessible(page)
})

test('sends and wordings that could not be loaded say so, and do not look as if there were none', {
  tag: '@all',
}, async ({ staffPage }) => {
  const page = await staffPage('hq')
  const CampaignCode = `FAIL${unique().slice(-6)}`
  await post(page.request, '/campaign/campaigns/add', {
    CampaignCode,
    ...{ CampaignName: 'Raya', CampaignType: 'Festive', StartDate: '2026-01-01', EndDate: '2035-12-31' },
  })
  const failed = page.getByRole('alert').filter({ hasText: 'An error occured' })
  const sends = '**/api/1.0/campaign/sends/find-all'
  await page.route(sends, (route) => route.fulfill(gateway))
  await page.goto(`/campaign/campaigns/listing/${CampaignCode}?tab=results`)
  await expect(failed).toBeVisible()
  const none = page.getByText('Nothing was sent yet.')
  await expect(none).toBeHidden()
  await page.unroute(sends)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(none).toBeVisible()
  await expect(failed).toBeHidden()

  // Nobody agrees to what could not be read out.
  const wording = '**/api/1.0/customer/consent-wordings/find-one'
  await page.route(wording, (route) => route.fulfill(gateway))
  await page.goto('/registration/customers/add')
  await expect(failed).toBeVisible()
  const agrees = page.getByRole('checkbox', { name: /^I agree that my details are stored/ })
  await expect(agrees).toHaveCount(0)
  await page.unroute(wording)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(agrees).toBeVisible()
})

test('a change of who a customer is is asked for, and waits for somebody else', { tag: '@all' }, async ({
  staffPage,
}) => {
  const hq = await staffPage('hq')
  const { CustomerId, FullName } = await registerMember(hq.request, hq.request, { premium: false })
  await hq.goto(`/customers/${CustomerId}`)
  await hq.getByRole('button', { name: `Actions for ${FullName}` }).click()
  await hq.getByRole('menuitem', { name: 'Request change' }).click()
  const dialog = hq.getByRole('dialog', { name: `Request a change for ${FullName}` })
  await dialog.getByLabel('Full name').fill(FullName)
  await expectAccessible(hq)
  await dialog.getByRole('button', { name: 'Request change' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Create Profile Updated History Failed')
  await expect(dialog.getByRole('alert')).toContainText('The profile already has this value')

  await dialog.getByLabel('Full name').fill(`${FullName} BINTI AHMAD`)
  await dialog.getByLabel('Remark').fill('Her passport was shown')
  await dialog.getByRole('button', { name: 'Request change' }).click()
  await expect(hq.getByText('The change is pending review')).toBeVisible()
  const { rows } = await post<{ rows: { AppliedYN: string; Fields: object[] }[] }>(
    hq.request,
    '/customer/customers/updated-histories/find-all',
    { Search: { CustomerId, ReviewedYN: 'N' } },
  )
  expect(rows).toMatchObject([
    { AppliedYN: 'N', Fields: [{ FieldName: 'FullName', Updated: `${FullName} BINTI AHMAD` }] },
  ])
})
