import { describe, expect, test } from 'vitest'
import { customer, registered } from '#tests/factories/customers.ts'
import { toSale } from '#tests/factories/memberships.ts'
import { hq, outletStaff, useApp } from '#tests/harness.ts'
import { addAddress, updateAddress } from '../../contract/addresses.ts'
import { getConsentWording } from '../../contract/consent-wordings.ts'
import { addConsent, listConsents } from '../../contract/consents.ts'
import { updateCustomer } from '../../contract/customers.ts'
import { customerTimeline, TimelineKind } from '../../contract/timeline.ts'

const app = useApp()
const readFeed = async (Search: object, as = hq, more: object = {}) =>
  (await app.call(customerTimeline, { Search, ...more } as never, as)).body

describe('customer timeline', () => {
  test('customer timeline: all events of the customer are listed, newest first', async () => {
    const member = await registered(app.db, { CreatedAt: '2025-01-01T00:00:00Z', IdType: 'NRIC', IdNo: '900101105556' })
    const { CustomerId } = member
    await toSale(app.db, member, '1500.50', { InvoiceNo: 'INV-T1', PerformedAt: '2025-02-01T00:00:00Z' })
    await app.sql(
      `insert into point_history (membership_no, sequence_no, transaction_type, points, point_amount, business_date, earned_at, available_from, object_type, object_value, source_key, created_at)
       values ($1, 1, 'Earn', 150, 150, '2025-02-01', '2025-02-01', '2025-02-01', 'Transaction', 'INV-T1', 'timeline-1', '2025-02-01T00:00:01Z')`,
      member.MembershipNo,
    )
    await app.sql(
      `insert into membership_level_history (membership_no, action, to_category, reason, status, requested_at, decided_at)
       values ($1, 'Upgrade', 'GOLD', 'Qualified by spend', 'Approved', '2025-02-02', '2025-02-03')`,
      member.MembershipNo,
    )
    const home = await app.call(addAddress, { CustomerId, AddressType: 'Home', Line1: '1 Jalan Raja' }, outletStaff)
    await app.call(addConsent, { CustomerId, Channel: 'SMS', GrantedYN: 'Y' }, outletStaff)
    await app.call(updateCustomer, { CustomerId, Version: 1, IdNo: '900101107777', PreferredName: 'Mei' }, outletStaff)
    await app.call(updateAddress, { AddressId: home.body.AddressId, Version: 1, City: 'Ipoh' })

    const { count, rows } = await readFeed({ CustomerId }, hq, { Rows: 100 })

    expect(count).toBe(rows.length)
    expect(rows.map(({ At }) => At)).toEqual(
      rows
        .map(({ At }) => At)
        .toSorted()
        .toReversed(),
    )
    const reported = rows.map(({ Kind, Subject, Detail, Amount, Points, Previous, Updated }) => ({
      Kind,
      Subject,
      Detail,
      Amount,
      Points,
      Previous,
      Updated,
    }))
    const emptyEntry = { Detail: null, Amount: null, Points: null, Previous: null, Updated: null }
    expect(reported).toEqual(
      expect.arrayContaining([
        { ...emptyEntry, Kind: 'Registered', Subject: 'CRM' },
        { ...emptyEntry, Kind: 'Consent', Subject: 'SMS', Detail: 'Y' },
        { ...emptyEntry, Kind: 'Address', Subject: 'Home', Detail: '1 Jalan Raja' },
        { ...emptyEntry, Kind: 'Sale', Subject: 'INV-T1', Amount: '1500.50', Points: 0 },
        { ...emptyEntry, Kind: 'Level', Subject: 'Upgrade', Detail: 'Approved', Updated: 'GOLD' },
        { ...emptyEntry, Kind: 'Amendment', Subject: 'PreferredName', Detail: 'Customer', Updated: 'Mei' },
        {
          ...emptyEntry,
          Kind: 'Amendment',
          Subject: 'IdNo',
          Detail: 'Customer',
          Previous: '******-**-5556',
          Updated: '******-**-7777',
        },
        { ...emptyEntry, Kind: 'Amendment', Subject: 'City', Detail: 'CustomerAddress', Updated: 'Ipoh' },
      ]),
    )
    expect(rows.filter(({ Kind }) => Kind === 'Points')).toEqual([])
    expect((await readFeed({ CustomerId, Kind: 'Points' })).rows).toMatchObject([{ Subject: 'Earn', Points: 150 }])
    expect(JSON.stringify(rows)).not.toContain('900101107777')
    expect(rows.find(({ Kind }) => Kind === 'Address')?.By).toMatch(/^Aisha Rahman/)
  })

  test('customer timeline: the amount of a sale is visible to every user who may open the customer', async () => {
    const member = await registered(app.db)
    await toSale(app.db, member, '900.00')
    expect((await readFeed({ CustomerId: member.CustomerId, Kind: 'Sale' }, hq)).rows).toMatchObject([
      { Amount: '900.00' },
    ])
    expect((await readFeed({ CustomerId: member.CustomerId, Kind: 'Sale' }, outletStaff)).rows).toMatchObject([
      { Amount: '900.00' },
    ])
  })

  test('customer timeline: can be filtered by kind and business day, and is paged', async () => {
    const member = await registered(app.db, { CreatedAt: '2025-01-01T00:00:00Z' })
    const { CustomerId } = member
    // The two sales are at 23:30 and 00:30 local time in Kuala Lumpur.
    await toSale(app.db, member, '1.00', { InvoiceNo: 'LATE', PerformedAt: '2025-06-10T15:30:00Z' })
    await toSale(app.db, member, '1.00', { InvoiceNo: 'EARLY', PerformedAt: '2025-06-10T16:30:00Z' })
    const subjects = async (Search: object, more: object = {}) =>
      (await readFeed({ CustomerId, ...Search }, hq, more)).rows.map(({ Subject }) => Subject)

    expect(await subjects({ DateFrom: '2025-06-10', DateTo: '2025-06-10' })).toEqual(['LATE'])
    expect(await subjects({ DateFrom: '2025-06-11' })).toEqual(['EARLY'])
    expect(await subjects({ Kind: ['Sale', 'Registered'] })).toEqual(['EARLY', 'LATE', 'CRM'])
    expect(await subjects({ Kind: 'Return' })).toEqual([])
    expect(await subjects({ Kind: 'Sale' }, { Rows: 1, Page: 2 })).toEqual(['LATE'])
    expect(await subjects({ Kind: 'Sale' }, { SortDirection: 'ASC' })).toEqual(['LATE', 'EARLY'])
  })

  test.each(TimelineKind.options)(
    'customer timeline: the filter for %s returns only entries of that kind',
    async (Kind) => {
      const { CustomerId } = await registered(app.db)
      const { rows } = await readFeed({ CustomerId, Kind })
      expect(rows.every((entry) => entry.Kind === Kind)).toBe(true)
    },
  )

  test('customer timeline: a request for an unknown customer is refused', async () => {
    expect(await app.call(customerTimeline, {})).toMatchObject({ status: 400 })
    expect(await app.call(customerTimeline, { Search: { CustomerId: 99_999 } })).toMatchObject({ status: 404 })
  })
})

describe('sales in the timeline', () => {
  test('customer timeline: the entry of a sale contains its return and is dated at the time of the return', async () => {
    const member = await registered(app.db, { CreatedAt: '2025-01-01T00:00:00Z' })
    const { CustomerId } = member
    const old = await toSale(app.db, member, '900.00', { InvoiceNo: 'OLD', PerformedAt: '2025-02-01T00:00:00Z' })
    await toSale(app.db, member, '50.00', { InvoiceNo: 'NEW', PerformedAt: '2025-05-01T00:00:00Z' })
    await app.sql(
      `insert into transaction_summary (transaction_type, invoice_no, original_invoice_no, original_transaction_id, membership_no, customer_id, outlet_code,
         total_amount, net_amount, performed_at, business_date, source, reversed_points)
       values ('C', 'OLD-C', 'OLD', $1, $2, $3, 'KLCC', 400, 400, '2025-06-01T00:00:00Z', '2025-06-01', 'POS', 40)`,
      old.TransactionId,
      member.MembershipNo,
      CustomerId,
    )

    const { rows } = await readFeed({ CustomerId })

    expect(rows.filter(({ Kind }) => Kind === 'Sale' || Kind === 'Return')).toMatchObject([
      {
        Kind: 'Sale',
        Subject: 'OLD',
        At: '2025-06-01T00:00:00.000Z',
        Since: '2025-02-01T00:00:00.000Z',
        Returns: [{ At: '2025-06-01T00:00:00.000Z', InvoiceNo: 'OLD-C', Amount: '-400.00', Points: -40 }],
      },
      { Kind: 'Sale', Subject: 'NEW', Since: null, Returns: null },
    ])
    expect((await readFeed({ CustomerId, Kind: 'Return' })).rows).toMatchObject([
      { Kind: 'Return', Subject: 'OLD-C', Points: -40 },
    ])
  })
})

describe('consents of a customer', () => {
  test('consents: each consent is a new entry, and the latest entry of a channel applies', async () => {
    const { CustomerId } = await customer(app.db)
    const call = (GrantedYN: 'Y' | 'N') =>
      app.call(addConsent, { CustomerId, Channel: 'Email', GrantedYN, Source: 'Phone' }, outletStaff)
    expect(await call('Y')).toMatchObject({
      status: 201,
      body: { GrantedYN: 'Y', Source: 'Phone', OutletCode: 'KLCC', WordingVersion: '1' },
    })
    await call('N')
    const all = (await app.call(listConsents, { Search: { CustomerId, Channel: 'Email' } })).body
    expect(all.rows.map(({ GrantedYN }) => GrantedYN)).toEqual(['N', 'Y'])
    const latest = (await app.call(listConsents, { Search: { CustomerId, LatestYN: 'Y' } })).body
    expect(latest).toMatchObject({
      count: 2,
      rows: [
        { Channel: 'Email', GrantedYN: 'N' },
        { Channel: 'Service', GrantedYN: 'Y' },
      ],
    })
  })

  test('consents: an entry records the wording that was in force', async () => {
    const { CustomerId } = await customer(app.db)
    const { Version } = (await app.call(getConsentWording, {})).body
    expect((await app.call(addConsent, { CustomerId, Channel: 'Mail', GrantedYN: 'Y' })).body.WordingVersion).toBe(
      Version,
    )
  })
})
