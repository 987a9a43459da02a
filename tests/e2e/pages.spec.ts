import { screens } from '#app/web/areas.ts'
import { registerMember, sell } from './api.ts'
import { expectAccessible, expectLoaded, expectNoSideScroll } from './expectations.ts'
import { expect, test } from './staff.ts'

// Every page of every area, as head office sees it. A new page is found by itself; one that needs a record in its
// path says here which.

type Records = {
  MembershipNo: string
  CustomerId: number
  InvoiceNo: string
  CardCategoryId: number
  NonPremiumNo: string
}

const sample: Record<string, (records: Records) => string> = {
  '/transactions/:TransactionType/:InvoiceNo': ({ InvoiceNo }) => `/transactions/N/${InvoiceNo}`,
  '/customers/:CustomerId': ({ CustomerId }) => `/customers/${CustomerId}`,
  '/memberships/:MembershipNo/upgrade': ({ NonPremiumNo }) => `/memberships/${NonPremiumNo}/upgrade`,
  '/setup/card-category/:CardCategoryId': ({ CardCategoryId }) => `/setup/card-category/${CardCategoryId}`,
  '/points/explain': ({ MembershipNo }) => `/points/explain?MembershipNo=${MembershipNo}`,
  '/points/statement': ({ MembershipNo }) => `/points/statement?MembershipNo=${MembershipNo}`,
  '/counter': ({ MembershipNo }) => `/counter?member=${MembershipNo}`,
  '/transactions/add': ({ MembershipNo }) => `/transactions/add?MembershipNo=${MembershipNo}`,
}

let records: Records

test.beforeAll(async ({ browser }) => {
  const { signIn, post } = await import('./api.ts')
  const outlet = await browser.newContext()
  const hq = await browser.newContext()
  await signIn(outlet.request, 'outlet')
  await signIn(hq.request, 'hq')
  const member = await registerMember(outlet.request, hq.request)
  const newcomer = await registerMember(outlet.request, hq.request, { premium: false })
  const InvoiceNo = await sell(outlet.request, member.MembershipNo)
  const { rows } = await post<{ rows: { CardCategoryId: number }[] }>(
    hq.request,
    '/member/card-categories/find-all',
    {},
  )
  records = { ...member, InvoiceNo, CardCategoryId: rows[0]!.CardCategoryId, NonPremiumNo: newcomer.MembershipNo }
  await outlet.close()
  await hq.close()
})

test('every page with a parameter has a sample', () => {
  const without = screens.map(({ path }) => path).filter((path) => path.includes(':') && !sample[path])
  expect(without).toEqual([])
})

for (const { path } of screens) {
  test(`${path} is accessible by day and night, and fits tablet and phone`, async ({ staffPage }) => {
    const page = await staffPage('hq')

    await page.goto(sample[path]?.(records) ?? path)

    await expectLoaded(page)
    await expectAccessible(page)
    await expectNoSideScroll(page)
  })
}
