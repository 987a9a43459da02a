import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditLog } from '#areas/audit/contract.ts'
import { addCustomer, getCustomer, updateCustomer } from '#areas/customers/contract/customers.ts'
import { leadSourceRecord } from '#areas/customers/contract/lead-sources.ts'
import { addTransaction } from '#areas/sales/contract/enter.ts'
import { customer } from '#tests/factories/customers.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import { listLeadSourceResults, listProspects } from '../contract/prospects.ts'

const at = '2026-05-10T04:00:00Z'
const app = useApp({ at })
const keeper = staffWith({ roles: ['Lead Source'] })
const importer = staffWith({ roles: ['Import Leads'] })
const clerk = staffWith({ roles: ['Customer'] })

beforeAll(() => addEarningRules(app.db))

let counter = 0
const addSource = (more: object = {}, as: Caller = keeper) =>
  app.call(
    leadSourceRecord.add,
    { Code: `fair-${++counter}`, Name: 'Wedding fair', Type: 'Event', ...more } as never,
    as,
  )
const createSource = async (more: object = {}) => (await addSource(more)).body

/** A customer of this source as an import creates one, by default on May 10. */
async function addProspect(LeadSourceId: number, more: { outlet?: string; memberType?: string; at?: string } = {}) {
  const added = await member(app.db, { memberType: 'Non-Premium Member', ...more } as never)
  await app.sql('update customer set lead_source_id = $2 where customer_id = $1', added.CustomerId, LeadSourceId)
  await app.sql(
    'insert into lead_prospect (lead_source_id, customer_id, created_at) values ($1, $2, $3)',
    LeadSourceId,
    added.CustomerId,
    more.at ?? at,
  )
  return added
}
let invoices = 0
async function addSale(MembershipNo: string, amount: string) {
  const InvoiceNo = `LEAD${++invoices}`
  const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, OutletCode: 'KLCC', Details: [line(amount)] }
  expect((await app.call(addTransaction, sale as never, hq)).status).toBe(201)
  return InvoiceNo
}
const results = async (Search: object = {}, as: Caller = hq) =>
  (await app.call(listLeadSourceResults, { Search, Rows: 1000 } as never, as)).body.rows
const resultOf = async (id: number, Search: object = {}, as: Caller = hq) =>
  (await results(Search, as)).find(({ LeadSourceId }) => LeadSourceId === id)

describe('lead sources', () => {
  test('lead source: the code is in capitals and cannot change, and the log has the text of the specification', async () => {
    const { status, body } = await addSource({
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
      app.call(leadSourceRecord.update, { LeadSourceId: body.LeadSourceId, Version: 1, ...more } as never, keeper)
    expect(await update({ Code: 'OTHER' })).toMatchObject({ status: 409, refusal: { code: 'leads.code_stays' } })
    expect(await update({ Code: 'bridal 2026', Type: 'Non-Event' })).toMatchObject({
      status: 200,
      body: { Code: 'BRIDAL 2026', Type: 'Non-Event', EventDate: null, OutletCode: null },
    })
    await app.call(leadSourceRecord.remove, { LeadSourceId: body.LeadSourceId }, keeper)
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
  ])('lead source: rejects %j', async (more, field) => {
    expect(await addSource(more)).toMatchObject({ status: 400, refusal: { details: [{ path: field }] } })
  })

  test('lead source: only an event has a date and an outlet, and the outlet must be active', async () => {
    expect(await addSource({ Type: 'Non-Event', EventDate: '2026-06-01' })).toMatchObject({
      status: 400,
      refusal: { message: 'Only a lead source of type Event has a date and an outlet' },
    })
    expect(await addSource({ OutletCode: 'NOWHERE' }, hq)).toMatchObject({
      status: 400,
      refusal: { code: 'leads.no_outlet' },
    })
  })

  test('lead source: can be searched by code in any case, name, type and status, with at most 1,000 rows', async () => {
    const { Code } = await createSource({ Name: 'Shop window', Type: 'Non-Event', Status: 'Inactive' })
    const findCodes = async (Search: object) =>
      (await app.call(leadSourceRecord.list, { Search } as never, clerk)).body.rows.map((row) => row.Code)
    const search = { Code: Code.toLowerCase(), Name: 'window', Type: 'Non-Event', Status: 'Inactive' }
    expect(await findCodes(search)).toEqual([Code])
    expect(await findCodes({ ...search, Type: 'All', Name: '' })).toEqual([Code])
    expect(await findCodes({ ...search, Type: 'Event' })).toEqual([])
    for (let n = 0; n < 25; n++) await createSource()
    const { body } = await app.call(leadSourceRecord.list, {}, clerk)
    expect(body.rows).toHaveLength(body.count)
    expect(body.count).toBeGreaterThan(20)
  })

  test('lead source: a source that prospects refer to can be deactivated but not deleted', async () => {
    const { LeadSourceId } = await createSource()
    await addProspect(LeadSourceId)
    await customer(app.db, { LeadSourceId })
    expect(await app.call(leadSourceRecord.remove, { LeadSourceId }, keeper)).toMatchObject({
      status: 409,
      refusal: {
        code: 'leads.lead_source_in_use',
        message: 'The lead source is used by 1 prospects and 2 customers; set it to Inactive instead',
      },
    })
    const inactive = { LeadSourceId, Version: 1, Status: 'Inactive' } as const
    expect(await app.call(leadSourceRecord.update, inactive, keeper)).toMatchObject({ body: { Status: 'Inactive' } })
  })

  test('lead source: outlet staff cannot assign a source to another outlet', async () => {
    const refusal = { status: 403, refusal: { code: 'leads.lead_source_other_outlet' } }
    expect(await addSource({ OutletCode: 'PAV' })).toMatchObject(refusal)
    const { LeadSourceId, Version } = await createSource({ OutletCode: 'KLCC' })
    const change = { LeadSourceId, Version, OutletCode: 'PAV' }
    expect(await app.call(leadSourceRecord.update, change as never, keeper)).toMatchObject(refusal)
    expect((await app.call(leadSourceRecord.update, change as never, hq)).status).toBe(200)
  })

  test('lead source: adding a source and listing prospects each need their role', async () => {
    expect((await addSource({}, clerk)).status).toBe(403)
    expect((await app.call(listProspects, {}, clerk)).status).toBe(403)
    expect((await app.call(listProspects, {}, importer)).status).toBe(200)
  })
})

test('lead source of a customer: must be active when it is set, and stays if it becomes inactive later', async () => {
  const running = await createSource()
  const inactive = await createSource({ Status: 'Inactive' })
  const person = {
    ...{ FullName: 'Lim Mei', IdNotGivenYN: 'Y', ContactNo: '012-345 9911', Language: 'English' },
    Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
  }
  const register = (LeadSourceId: number) => app.call(addCustomer, { ...person, LeadSourceId } as never, clerk)
  expect(await register(inactive.LeadSourceId)).toMatchObject({
    status: 400,
    refusal: { code: 'customers.lead_source_unknown' },
  })
  const { body } = await register(running.LeadSourceId)
  const { CustomerId } = body
  const { body: view } = await app.call(getCustomer, { CustomerId }, clerk)
  expect(view).toMatchObject({ LeadSourceId: running.LeadSourceId, LeadSourceName: 'Wedding fair' })

  const end = { LeadSourceId: running.LeadSourceId, Version: 1, Status: 'Inactive' } as const
  await app.call(leadSourceRecord.update, end, keeper)
  const change = (more: object, Version: number) =>
    app.call(updateCustomer, { CustomerId, Version, ...more } as never, clerk)
  const unchangedSource = await change({ LeadSourceId: running.LeadSourceId, Remarks: 'Kept' }, view.Version)
  expect(unchangedSource).toMatchObject({ status: 200, body: { LeadSourceId: running.LeadSourceId } })
  expect(await change({ LeadSourceId: inactive.LeadSourceId }, view.Version + 1)).toMatchObject({ status: 400 })
  expect(await change({ LeadSourceId: null }, view.Version + 1)).toMatchObject({ body: { LeadSourceName: null } })
})

describe('results of lead sources', () => {
  test('lead source results: premium members and buyers since the import are counted, less returns, with the conversion rate', async () => {
    const { LeadSourceId } = await createSource()
    const [buyer, returner, upgraded, before] = [
      await addProspect(LeadSourceId),
      await addProspect(LeadSourceId),
      await addProspect(LeadSourceId, { memberType: 'Premium Member' }),
      // The customer purchases today and is imported tomorrow.
      await addProspect(LeadSourceId, { at: '2026-05-11T04:00:00Z' }),
    ]
    await addSale(buyer.MembershipNo, '800')
    await addSale(buyer.MembershipNo, '200')
    await addSale(before.MembershipNo, '50')
    const OriginalInvoiceNo = await addSale(returner.MembershipNo, '500')
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
    const rowOf = ({ CustomerId }: { CustomerId: number }) => body.rows.find((row) => row.CustomerId === CustomerId)
    expect(rowOf(buyer)).toMatchObject({
      ...{ NetSales: '1000.00', FirstPurchaseDate: '2026-05-10', PremiumSince: null, MembershipNo: buyer.MembershipNo },
      IdNo: expect.stringMatching(/\*/),
    })
    expect(rowOf(upgraded)).toMatchObject({ NetSales: '0.00', PremiumSince: '2026-05-12' })
    expect(rowOf(returner)).toMatchObject({ NetSales: '0.00' })
  })

  test('lead source results: can be filtered by day of import; a source without prospects is listed with zeros', async () => {
    const { LeadSourceId } = await createSource()
    await addProspect(LeadSourceId, { at: '2026-04-30T15:59:00Z' })
    await addProspect(LeadSourceId, { at: '2026-04-30T16:00:00Z' })
    const may = { DateFrom: '2026-05-01', DateTo: '2026-05-31' }
    expect(await resultOf(LeadSourceId, may)).toMatchObject({ Prospects: 1, Buyers: 0, ConversionRate: '0.0' })
    expect(await resultOf(LeadSourceId, { DateTo: '2026-04-29' })).toMatchObject({ Prospects: 0, ConversionRate: null })
    expect((await app.call(listProspects, { Search: { LeadSourceId, ...may } }, hq)).body.count).toBe(1)
  })

  test('lead source results: an outlet sees its own prospects, and net sales require the privilege', async () => {
    const { LeadSourceId } = await createSource()
    const ownProspect = await addProspect(LeadSourceId)
    await addProspect(LeadSourceId, { outlet: 'PAV' })
    await addSale(ownProspect.MembershipNo, '100')
    expect(await resultOf(LeadSourceId, {}, importer)).toMatchObject({ Prospects: 1, Buyers: 1, NetSales: null })
    const { body } = await app.call(listProspects, { Search: { LeadSourceId } }, importer)
    expect(body.rows).toMatchObject([{ CustomerId: ownProspect.CustomerId, NetSales: null }])
    expect((await app.call(listProspects, { Search: { OutletCode: 'PAV' } }, importer)).status).toBe(403)
  })

  test('lead source results: a customer who came from the same source twice counts once', async () => {
    const { LeadSourceId } = await createSource()
    const { CustomerId } = await addProspect(LeadSourceId)
    // Adds a second prospect row for the customer, as a merge of two prospects does.
    await app.sql(
      'insert into lead_prospect (lead_source_id, customer_id, created_at) values ($1, $2, now())',
      LeadSourceId,
      CustomerId,
    )
    expect(await resultOf(LeadSourceId)).toMatchObject({ Prospects: 1 })
  })
})
