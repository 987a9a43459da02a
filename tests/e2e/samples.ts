import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { allScreens } from '#app/web/screens.ts'
import type { Screen } from '#kit/web/screen.ts'
import { post, registerMember, sell, uniqueDigits } from './api.ts'
import { expectLoaded, visit } from './expectations.ts'

// Sample records for pages with a path parameter; other pages use the first record that their parent page links to.

export type SampleRecords = {
  MembershipNo: string
  CustomerId: number
  InvoiceNo: string
  CardCategoryId: number
  NonPremiumNo: string
  StructureId: number
  RateId: number
  StaffId: number
  TemplateId: number
  RewardId: number
  CampaignCode: string
}

const samples: Record<string, (records: SampleRecords) => string> = {
  '/transactions/:TransactionType/:InvoiceNo': ({ InvoiceNo }) => `/transactions/N/${InvoiceNo}`,
  '/customers/:CustomerId': ({ CustomerId }) => `/customers/${CustomerId}`,
  '/memberships/:MembershipNo': ({ MembershipNo }) => `/memberships/${MembershipNo}`,
  '/memberships/:MembershipNo/upgrade': ({ NonPremiumNo }) => `/memberships/${NonPremiumNo}/upgrade`,
  '/setup/card-category/:CardCategoryId': ({ CardCategoryId }) => `/setup/card-category/${CardCategoryId}`,
  '/points-management/point-structure/:StructureId': ({ StructureId }) =>
    `/points-management/point-structure/${StructureId}`,
  '/points-management/point-structure/:StructureId/simulate': ({ StructureId }) =>
    `/points-management/point-structure/${StructureId}/simulate`,
  '/points-management/point-rate/:RateId': ({ RateId }) => `/points-management/point-rate/${RateId}`,
  '/points-management/point-rate/:RateId/simulate': ({ RateId }) => `/points-management/point-rate/${RateId}/simulate`,
  '/rewards/contact-templates/:TemplateId': ({ TemplateId }) => `/rewards/contact-templates/${TemplateId}`,
  '/rewards/contact-templates/:TemplateId/send': ({ TemplateId }) => `/rewards/contact-templates/${TemplateId}/send`,
  '/settings/users/:StaffId': ({ StaffId }) => `/settings/users/${StaffId}`,
  '/rewards/rewards/:RewardId': ({ RewardId }) => `/rewards/rewards/${RewardId}`,
  '/rewards/rewards/:RewardId/edit': ({ RewardId }) => `/rewards/rewards/${RewardId}/edit`,
  '/campaign/campaigns/listing/:CampaignCode': ({ CampaignCode }) => `/campaign/campaigns/listing/${CampaignCode}`,
  '/points/explain': ({ MembershipNo }) => `/points/explain?MembershipNo=${MembershipNo}`,
  '/points/statement': ({ MembershipNo }) => `/points/statement?MembershipNo=${MembershipNo}`,
  '/counter': ({ MembershipNo }) => `/counter?member=${MembershipNo}`,
  // A whole report has a thousand similar rows on one page, so a smaller one is used.
  '/member-list/view': () => '/member-list/view?BirthMonth=2',
  '/audit-trail-report/view': ({ CustomerId }) => `/audit-trail-report/view?ObjectType=Customer&ObjectId=${CustomerId}`,
  '/campaign-target-list-report/view': () =>
    '/campaign-target-list-report/view?CampaignCode=BRIDAL-SEASON&ConvertedYN=Y',
  '/inactive-reactive-member-listing/view': () => '/inactive-reactive-member-listing/view?CardCategoryCode=PLATINUM',
  '/point-expiry-report/view': () => '/point-expiry-report/view?CardCategoryCode=PLATINUM',
  '/transactions/add': ({ MembershipNo }) => `/transactions/add?MembershipNo=${MembershipNo}`,
}

export async function createSampleRecords(outlet: APIRequestContext, hq: APIRequestContext): Promise<SampleRecords> {
  const member = await registerMember(outlet, hq)
  const newcomer = await registerMember(outlet, hq, { premium: false })
  const InvoiceNo = await sell(outlet, member.MembershipNo)
  const first = async <Row>(path: string) => (await post<{ rows: Row[] }>(hq, path, {})).rows[0]!
  const { CardCategoryId } = await first<{ CardCategoryId: number }>('/member/card-categories/find-all')
  const { StructureId } = await first<{ StructureId: number }>('/point/structures/find-all')
  const { RateId } = await first<{ RateId: number }>('/point/rates/find-all')
  const { StaffId } = await first<{ StaffId: number }>('/staffs/find-all')
  const { TemplateId } = await post<{ TemplateId: number }>(hq, '/reward/contact-templates/add', {
    Name: `Welcome ${uniqueDigits()}`,
    Status: 'Active',
    Texts: [
      {
        Language: 'en',
        Subject: 'Welcome, {{ PreferredName | default: "friend" }}',
        Body: '<h1>Welcome</h1><p>Dear {{ FullName }}, see <a href="https://carat.example">what is new</a>.</p>',
      },
    ],
  })
  const { RewardId } = await post<{ RewardId: number }>(hq, '/reward/rewards/add', {
    Code: `R_${uniqueDigits()}`,
    Name: 'Velvet ring box',
    Type: 'Premium Gift',
    PointDeduct: 200,
    BirthdayPointDeduct: 100,
    Status: 'Active',
  })
  await post(hq, '/reward/inventories/add', { RewardId, OutletCode: 'KL1', QtyOnHand: 3, ReorderLevel: 5 })
  const { CampaignCode } = await post<{ CampaignCode: string }>(hq, '/campaign/campaigns/add', {
    CampaignCode: `C${uniqueDigits()}`,
    CampaignName: 'Raya gold',
    CampaignType: 'Festive',
    StartDate: '2026-01-01',
    EndDate: '2035-12-31',
  })
  const NonPremiumNo = newcomer.MembershipNo
  return {
    ...member,
    InvoiceNo,
    CardCategoryId,
    NonPremiumNo,
    StructureId,
    RateId,
    StaffId,
    TemplateId,
    RewardId,
    CampaignCode,
  }
}

export async function findSampleAddress({ path, parent }: Screen, records: SampleRecords, page: Page): Promise<string> {
  const sample = samples[path]?.(records)
  if (sample) return sample
  if (!path.includes(':')) return path
  const above = allScreens.find((screen) => screen.path === parent)
  expect(above, `${path} has neither a sample in tests/e2e/samples.ts nor a page above it`).toBeDefined()
  await visit(page, await findSampleAddress(above!, records, page))
  await expectLoaded(page)
  let address: string | undefined
  const why = `${above!.path} links to no record of ${path}: name one in tests/e2e/samples.ts`
  const look = async () => {
    const links = await page.locator('main a[href]').evaluateAll((all) => all.map((a) => a.getAttribute('href')!))
    address = links.find((link) => matchPath(path, link.split('?')[0]!) && !isOwnPage(link))
    return address
  }
  await expect.poll(look, { message: why }).toBeDefined()
  return address!
}

/** Excludes paths such as `/campaigns/add`, which is not a record of `/campaigns/:CampaignId`. */
const isOwnPage = (link: string) => allScreens.some(({ path }) => path === link)
