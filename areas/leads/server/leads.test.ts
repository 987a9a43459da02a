import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditLog } from '#areas/audit/contract.ts'
import { addCustomer, getCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { leadSources } from '#areas/customers/contract/lead-sources.ts'
import { addTransaction } from '#areas/sales/contract/enter.ts'
import { customer } from '#tests/factories/customers.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import { listLeadSourceResults, listProspects } from '../contract/prospects.ts'

const at = '2026-05-10T04:00:00Z'
const app = useApp({ at })
const keeper = staffWith({ roles: ['Lead Source'] })
const importer = staffWith({ roles: ['Import Leads'] })
const clerk = staffWith({ roles: ['Customer'] })

beforeAll(() => earningRules(app.db))

let made = 0
const add = (more: object = {}, as: Caller = keeper) =>
  app.call(leadSources.add, { Code: `fair-${++made}`, Name: 'Wedding fair', Type: 'Event', ...more } as never, as)
const source = async (more: object = {}) => (await add(more)).body

/** A customer of this source since the tenth of May, as an import leaves one. */
async function prospect(LeadSourceId: number, more: { outlet?: string; memberType?: string; at?: string } = {}) {
  const who = await member(app.db, { memberType: 'Non-Premium Member', ...more } as never)
  await app.sql('update customer set lead_source_id = $2 where customer_id = $1', who.CustomerId, LeadSourceId)
  await app.sql(
    'insert into lead_prospect (lead_source_id, customer_id, created_at) values ($1, $2, $3)',
    LeadSourceId,
    who.CustomerId,
    more.at ?? at,
  )
  return who
}
let invoices = 0
async function buy(MembershipNo: string, amount: string) {
  const InvoiceNo = `LEAD${++invoices}`
  const sold = { TransactionType: 'N', InvoiceNo, MembershipNo, OutletCode: 'KLCC', Details: [line(amount)] }
  expect((await app.call(addTransaction, sold as never, hq)).status).toBe(201)
  return InvoiceNo
}
const results = async (Search: object = {}, as: Caller = hq) =>
  (await app.call(listLeadSourceResults, { Search, Rows: 1000 } as never, as)).body.rows
const resultOf = async (id: number, Search: object = {}, as: Caller = hq) =>
  (await results(Search, as)).find(({ LeadSourceId }) => LeadSourceId === id)

describe('a lead source', () => {
  test('has a code in capitals that stays, a name, a type, and is written down in the words of the specification', async () => {
    const { status, body } = await add({
      Code: 'bridal 2026',
      Name: 'Bridal fair',
      EventDate: '2026-06-01',
      OutletCode: 'klcc',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ Code: 'BRIDAL 2026', Name: 'Bridal fair', Type: 'Event', EventDate: '2026-06-01', OutletCode: 'KLCC' },
      Status: 'Active',
    })
    const update = (more: object) =>
      app.call(leadSources.update, { LeadSourceId: body.LeadSourceId, Version: 1, ...more } as never, keeper)
    expect(await update({ Code: 'OTHER' })).toMatchObject({ status: 409, refusal: { code: 'leads.code_stays' } })
    expect(await update({ Code: 'bridal 2026', Type: 'Non-Event' })).toMatchObject({
      status: 200,
      body: { Code: 'BRIDAL 2026', Type: 'Non-Event', EventDate: null, OutletCode: null },
    })
    await app.call(leadSources.remove, { LeadSourceId: body.LeadSourceId }, keeper)
    const { body: log } = await app.call(listAuditLog, { Search: { ObjectType: 'LeadSource' } } as never, hq)
    expect(JSON.stringify(log.rows)).toContain(`Delete Lead Source in Lead Source. LeadSourceId - ${body.LeadSourceId}`)
  })

  test.each([
    [{ Code: '' }, 'Code'],
    [{ Code: 'X'.repeat(21) }, 'Code'],
    [{ Name: 'AB' }, 'Name'],
    [{ Name: 'X'.repeat(201) }, 'Name'],
    [{ Type: undefined }, 'Type'],
    [{ Type: 'Fair' }, 'Type'],
    [{ Status: 'Deleted' }, 'Status'],
  ])('is refused with %j', async (more, field) => {
    expect(await add(more)).toMatchObject({ status: 400, refusal: { details: [{ path: field }] } })
  })

  test('has a day and an outlet only where it is an event, and an outlet that is open', async () => {
    expect(await add({ Type: 'Non-Event', EventDate: '2026-06-01' })).toMatchObject({
      status: 400,
      refusal: { message: 'Only a lead source of type Event has a date and an outlet' },
    })
    expect(await add({ OutletCode: 'NOWHERE' }, hq)).toMatchObject({
      status: 400,
      refusal: { code: 'leads.no_outlet' },
    })
  })

  test('is found by code in any case, name, type and status, a thousand at once', async () => {
    const { Code } = await source({ Name: 'Shop window', Type: 'Non-Event', Status: 'Inactive' })
    const found = async (Search: object) =>
      (await app.call(leadSources.list, { Search } as never, clerk)).body.rows.map((row) => row.Code)
    const asked = { Code: Code.toLowerCase(), Name: 'window', Type: 'Non-Event', Status: 'Inactive' }
    expect(await found(asked)).toEqual([Code])
    expect(await found({ ...asked, Type: 'All', Name: '' })).toEqual([Code])
    expect(await found({ ...asked, Type: 'Event' })).toEqual([])
    for (let n = 0; n < 25; n++) await source()
    const { body } = await app.call(leadSources.list, {}, clerk)
    expect(body.rows).toHaveLength(body.count)
    expect(body.count).toBeGreaterThan(20)
  })

  test('that brought prospects is not deleted, and says how many; it can be set to Inactive', async () => {
    const { LeadSourceId } = await source()
    await prospect(LeadSourceId)
    await customer(app.db, { LeadSourceId })
    expect(await app.call(leadSources.remove, { LeadSourceId }, keeper)).toMatchObject({
      status: 409,
      refusal: {
        code: 'leads.lead_source_in_use',
        message: 'The lead source is used by 1 prospects and 2 customers; set it to Inactive instead',
      },
    })
    const inactive = { LeadSourceId, Version: 1, Status: 'Inactive' } as const
    expect(await app.call(leadSources.update, inactive, keeper)).toMatchObject({ body: { Status: 'Inactive' } })
  })

  test('lead source: staff of an outlet give it to no other outlet', async () => {
    const refusal = { status: 403, refusal: { code: 'leads.lead_source_other_outlet' } }
    expect(await add({ OutletCode: 'PAV' })).toMatchObject(refusal)
    const { LeadSourceId, Version } = await source({ OutletCode: 'KLCC' })
    const change = { LeadSourceId, Version, OutletCode: 'PAV' }
    expect(await app.call(leadSources.update, change as never, keeper)).toMatchObject(refusal)
    expect((await app.call(leadSources.update, change as never, hq)).status).toBe(200)
  })

  test('is kept by who has its role alone', async () => {
    expect((await add({}, clerk)).status).toBe(403)
    expect((await app.call(listProspects, {}, clerk)).status).toBe(403)
    expect((await app.call(listProspects, {}, importer)).status).toBe(200)
  })
})

test('a customer names a lead source that runs, at registration and later, and keeps one that is over', async () => {
  const running = await source()
  const over = await source({ Status: 'Inactive' })
  const person = {
    ...{ FullName: 'Lim Mei', IdNotGivenYN: 'Y', ContactNo: '012-345 9911', Language: 'English' },
    Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
  }
  const register = (LeadSourceId: number) => app.call(addCustomer, { ...person, LeadSourceId } as never, clerk)
  expect(await register(over.LeadSourceId)).toMatchObject({
    status: 400,
    refusal: { code: 'customers.lead_source_unknown' },
  })
  const { body } = await register(running.LeadSourceId)
  const { CustomerId } = body
  const { body: view } = await app.call(getCustomer, { CustomerId }, clerk)
  expect(view).toMatchObject({ LeadSourceId: running.LeadSourceId, LeadSourceName: 'Wedding fair' })

  const end = { LeadSourceId: running.LeadSourceId, Version: 1, Status: 'Inactive' } as const
  await app.call(leadSources.update, end, keeper)
  const change = (more: object, Version: number) =>
    app.call(updateCustomer, { CustomerId, Version, ...more } as never, clerk)
  const kept = await change({ LeadSourceId: running.LeadSourceId, Remarks: 'Kept' }, view.Version)
  expect(kept).toMatchObject({ status: 200, body: { LeadSourceId: running.LeadSourceId } })
  expect(await change({ LeadSourceId: over.LeadSourceId }, view.Version + 1)).toMatchObject({ status: 400 })
  expect(await change({ LeadSourceId: null }, view.Version + 1)).toMatchObject({ body: { LeadSourceName: null } })
})

describe('what became of prospects', () => {
  test('counts members and buyers from the day they came, takes returns off, and says how many of a hundred bought', async () => {
    const { LeadSourceId } = await source()
    const [buyer, returner, upgraded, before] = [
      await prospect(LeadSourceId),
      await prospect(LeadSourceId),
      await prospect(LeadSourceId, { memberType: 'Premium Member' }),
      // Bought today, and came as a prospect tomorrow.
      await prospect(LeadSourceId, { at: '2026-05-11T04:00:00Z' }),
    ]
    await buy(buyer.MembershipNo, '800')
    await buy(buyer.MembershipNo, '200')
    await buy(before.MembershipNo, '50')
    const OriginalInvoiceNo = await buy(returner.MembershipNo, '500')
    await app.call(addTransaction, { TransactionType: 'C', OriginalInvoiceNo } as never, hq)
    await app.sql(
      `update membership set activated_at = $2 where membership_no = $1`,
      upgraded.MembershipNo,
      '2026-05-12T04:00:00Z',
    )

    expect(await resultOf(LeadSourceId)).toMatchObject({
      ...{ Prospects: 4, PremiumMembers: 1, Buyers: 1, NetSales: '1000.00', ConversionRate: '25.0' },
    })
    const { body } = await app.call(listProspects, { Search: { LeadSourceId }, Rows: 10 }, hq)
    expect(body.count).toBe(4)
    const of = ({ CustomerId }: { CustomerId: number }) => body.rows.find((row) => row.CustomerId === CustomerId)
    expect(of(buyer)).toMatchObject({
      ...{ NetSales: '1000.00', FirstPurchaseDate: '2026-05-10', PremiumSince: null, MembershipNo: buyer.MembershipNo },
      IdNo: expect.stringMatching(/\*/),
    })
    expect(of(upgraded)).toMatchObject({ NetSales: '0.00', PremiumSince: '2026-05-12' })
    expect(of(returner)).toMatchObject({ NetSales: '0.00' })
  })

  test('are counted by the days on which they came; a source without any stands there with nothing', async () => {
    const { LeadSourceId } = await source()
    await prospect(LeadSourceId, { at: '2026-04-30T15:59:00Z' })
    await prospect(LeadSourceId, { at: '2026-04-30T16:00:00Z' })
    const may = { DateFrom: '2026-05-01', DateTo: '2026-05-31' }
    expect(await resultOf(LeadSourceId, may)).toMatchObject({ Prospects: 1, Buyers: 0, ConversionRate: '0.0' })
    expect(await resultOf(LeadSourceId, { DateTo: '2026-04-29' })).toMatchObject({ Prospects: 0, ConversionRate: null })
    expect((await app.call(listProspects, { Search: { LeadSourceId, ...may } }, hq)).body.count).toBe(1)
  })

  test('an outlet sees those of its own, and no totals of sales without View Sales Information', async () => {
    const { LeadSourceId } = await source()
    const own = await prospect(LeadSourceId)
    await prospect(LeadSourceId, { outlet: 'PAV' })
    await buy(own.MembershipNo, '100')
    expect(await resultOf(LeadSourceId, {}, importer)).toMatchObject({ Prospects: 1, Buyers: 1, NetSales: null })
    const { body } = await app.call(listProspects, { Search: { LeadSourceId } }, importer)
    expect(body.rows).toMatchObject([{ CustomerId: own.CustomerId, NetSales: null }])
    expect((await app.call(listProspects, { Search: { OutletCode: 'PAV' } }, importer)).status).toBe(403)
  })

  test('who came by one source twice counts once there', async () => {
    const { LeadSourceId } = await source()
    const { CustomerId } = await prospect(LeadSourceId)
    // As a merge of two prospects leaves them.
    await app.sql(
      'insert into lead_prospect (lead_source_id, customer_id, created_at) values ($1, $2, now())',
      LeadSourceId,
      CustomerId,
    )
    expect(await resultOf(LeadSourceId)).toMatchObject({ Prospects: 1 })
  })
})
