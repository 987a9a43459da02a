import { type APIRequestContext, expect } from '@playwright/test'
import { daysAgo } from './days.ts'

// Creates the records that a journey needs by API calls, as a till would.

export const PASSWORD = 'diamond-counter-42'
export const accounts = ['hq', 'hq.approver', 'hq.analyst', 'outlet', 'outlet.manager'] as const
export type Account = (typeof accounts)[number]

const base = '/api/1.0'
// Uses a new connection for each call, because the server may close an idle connection while a call is being sent.
const headers = { 'x-carat-client': 'web', connection: 'close' }

/** Makes an API call and returns the body of its reply; a refusal fails the test. */
export async function post<Answer = Record<string, unknown>>(
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<Answer> {
  const reply = await request.post(base + path, { headers, data })
  expect(reply.ok(), `${path}: ${reply.status()} ${await reply.text()}`).toBe(true)
  return (await reply.json()) as Answer
}

/** The latest one-time code in the demo's inbox. */
export async function latestCode(request: APIRequestContext): Promise<string> {
  const reply = await request.get(`${base}/dev/outbox`, { headers })
  // Filters by recipient, because the inbox also contains messages to customers.
  const messages = (await reply.json()) as { Body: string }[]
  const code = messages.map(({ Body }) => Body.match(/\b\d{6}\b/)?.[0]).find((match) => match !== undefined)
  if (!code) throw new Error('No one-time code has arrived')
  return code
}

/** Sends the password and retries, because an account can request a code only at intervals. */
export async function askCode(request: APIRequestContext, Username: string, Password: string): Promise<string> {
  const data = { Username, Password }
  const reply = await request.post(`${base}/auth/sign-in`, { headers, data })
  if (reply.status() === 429) {
    const seconds = Number(reply.headers()['retry-after'])
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  } else expect(reply.ok(), await reply.text()).toBe(true)
  const body = reply.ok() ? await reply.json() : await post(request, '/auth/sign-in', data)
  return (body as { ChallengeId: string }).ChallengeId
}

/** Removes the interval between two codes, because journeys sign in more often than people do. */
export async function removeCodeInterval(hq: APIRequestContext): Promise<void> {
  for (const [Name, Value] of [
    ['access.codeWaitSeconds', 1],
    ['access.codesPerHour', 1000],
  ] as const) {
    const { rows } = await post<{ rows: { Name: string; Value: unknown; Version: number }[] }>(
      hq,
      '/settings/find-all',
      { Search: { Name } },
    )
    const setting = rows.find((row) => row.Name === Name)!
    if (setting.Value !== Value) await post(hq, '/settings/update', { Name, Version: setting.Version, Value })
  }
}

/** Signs in by API calls without a page; the request context stores the session cookie. */
export async function signIn(request: APIRequestContext, account: Account): Promise<void> {
  const ChallengeId = await askCode(request, account, PASSWORD)
  await post(request, '/auth/sign-in/verify', { ChallengeId, Code: await latestCode(request) })
  if (account === 'hq') await removeCodeInterval(request)
}

let createdCount = 0
/** Returns digits that no other record of this run contains. */
export const uniqueDigits = () => `${Date.now() % 10_000_000}${String(createdCount++).padStart(2, '0')}`

export type Member = { MembershipNo: string; CustomerId: number; FullName: string; ContactNo: string; IdNo: string }

/** Registers a customer at the outlet; `premium` makes the customer a premium member, whose purchases earn points. */
export async function registerMember(
  outlet: APIRequestContext,
  hq: APIRequestContext,
  { premium = true, ...more }: { premium?: boolean; [field: string]: unknown } = {},
): Promise<Member> {
  const number = uniqueDigits()
  const FullName = `SITI NURHALIZA ${number}`
  const ContactNo = `012${number.slice(-7)}`
  const IdNo = `E${number}`
  const { CustomerId, Memberships } = await post<{ CustomerId: number; Memberships: { MembershipNo: string }[] }>(
    outlet,
    '/customer/customers/add',
    {
      FullName,
      IdType: 'Passport',
      IdNo,
      ContactNo,
      Gender: 'Female',
      DateOfBirth: '1990-02-03',
      Language: 'English',
      Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
      Address: {
        AddressType: 'Home',
        Line1: '12 Jalan Ampang',
        Postcode: '50450',
        City: 'Kuala Lumpur',
        State: 'Kuala Lumpur',
      },
      ...more,
    },
  )
  const MembershipNo = Memberships[0]!.MembershipNo
  if (premium) {
    const { Version } = await post<{ Version: number }>(hq, '/customer/memberships/upgrade/prepare', {
      MembershipNo,
      CardCategoryCode: 'GOLD',
      OverrideReason: 'End-to-end test',
    })
    await post(hq, '/customer/memberships/upgrade/confirm', { MembershipNo, Version })
  }
  return { MembershipNo, CustomerId, FullName, ContactNo, IdNo }
}

/** Posts a sale after a look-up of the member by number, which gives access to members of other outlets. */
export async function recordSale<Answer = Record<string, unknown>>(
  request: APIRequestContext,
  sale: { MembershipNo: string } & Record<string, unknown>,
): Promise<Answer> {
  await post(request, '/customer/memberships/lookup', { Typed: sale.MembershipNo })
  return post(request, '/customer/memberships/transaction-summaries/add', { TransactionType: 'N', ...sale })
}

/** Records a sale to a member with two lines: two rings, and a pendant. */
export async function sell(outlet: APIRequestContext, MembershipNo: string): Promise<string> {
  const InvoiceNo = `E2E-${uniqueDigits()}`
  await recordSale(outlet, {
    InvoiceNo,
    MembershipNo,
    Details: [
      { Brand: 'Carat', ProductGroup: 'DIA-RING', Description: 'Eternity ring', Quantity: '2', UnitPrice: '1000' },
      { Brand: 'Carat', ProductGroup: 'PENDANT', Description: 'Ruby pendant', UnitPrice: '500' },
    ],
  })
  return InvoiceNo
}

/** Gives points that expire with the month of the day after tomorrow; returns this month as the API formats it. */
export async function givePointsEndingSoon(hq: APIRequestContext, MembershipNo: string, PointAmount: number) {
  const [year, month] = daysAgo(-2).split('-').map(Number)
  const last = new Date(Date.UTC(year!, month!, 0))
  await post(hq, '/point/adjustments/add', {
    ...{ MembershipNo, TransactionType: 'Adjust In', PointAmount, ReasonCode: 'Goodwill', Remark: 'For a journey' },
    ExpiryDate: last.toISOString().slice(0, 10),
  })
  const { Months } = await post<{ Months: { Year: number; Month: number; TotalPointToExpire: number }[] }>(
    hq,
    '/point/expires',
    { MembershipNo },
  )
  return Months[0]!
}
