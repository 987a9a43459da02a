import { beforeAll, describe, expect, test } from 'vitest'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { registered } from '#tests/factories/customers.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { getMyDay } from '../contract/my-day.ts'

// The week after the current date includes the end of February of a non-leap year.
const app = useApp({ at: '2026-02-25T02:00:00Z' })
const seller = staffWith({ roles: ['Customer', 'Customer Transaction'], privileges: ['View Sales Information'] })
const getDay = async (as = seller) => (await app.call(getMyDay, {}, as)).body

describe('birthdays and anniversaries on the day page', () => {
  beforeAll(async () => {
    const registerBornOn = (FullName: string, DateOfBirth: string, more: object = {}) =>
      registered(app.db, { FullName, DateOfBirth, ...more })
    await registerBornOn('YESTERDAY', '1990-02-24')
    await registerBornOn('IN A WEEK', '1990-03-04')
    await registerBornOn('ELSEWHERE', '1990-02-25', { RegisteredOutletCode: 'PAV' })
    await registerBornOn('SUSPENDED', '1990-02-25', { Status: 'Suspended' })
    await registerBornOn('ON THE LAST DAY', '1990-03-03')
    await registerBornOn('BORN IN A LEAP YEAR', '1992-02-29')
    const today = await registerBornOn('TODAY', '1990-02-25', { WeddingAnniversary: '2016-02-27' })
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
       select $1, channel, granted, '1', 'Counter', at::timestamptz from (values ('Call', 'Y', '2026-01-01'), ('WhatsApp', 'Y', '2026-01-01'),
         ('WhatsApp', 'N', '2026-02-01')) recorded (channel, granted, at)`,
      today.CustomerId,
    )
  })

  test('day page: occasions are birthdays and anniversaries of the outlet’s customers within a week', async () => {
    const { Occasions, OccasionCount } = await getDay()

    expect(Occasions!.map(({ FullName, Kind, On, Years }) => [FullName, Kind, On, Years])).toEqual([
      ['TODAY', 'Birthday', '2026-02-25', null],
      ['TODAY', 'Wedding anniversary', '2026-02-27', 10],
      ['BORN IN A LEAP YEAR', 'Birthday', '2026-02-28', null],
      ['ON THE LAST DAY', 'Birthday', '2026-03-03', null],
    ])
    expect(OccasionCount).toBe(4)
  })

  test('day page: each occasion has the channels to which the customer consents', async () => {
    expect((await getDay()).Occasions![0]).toMatchObject({ Channels: ['Call'] })
  })

  test('day page: head office gets the occasions of all outlets, and a user without the role Customer gets none', async () => {
    expect((await getDay(hq)).OccasionCount).toBe(5)
    const { Occasions, Registered } = await getDay(staffWith({ roles: ['Customer Transaction'] }))
    expect([Occasions, Registered]).toEqual([null, null])
  })
})

describe('day page: the caller’s own sales and requests of today', () => {
  test('day page: a user without sales and requests gets empty lists', async () => {
    expect(await getDay(staffWith({ roles: ['Customer', 'Customer Transaction'] }))).toMatchObject({
      Sales: [],
      SaleCount: 0,
      Registered: 0,
      Requests: [],
    })
  })

  test('day page: the reply contains only sales and cancellations of the caller', async () => {
    await addEarningRules(app.db)
    const { MembershipNo, FullName } = await member(app.db)
    const recordSale = async (InvoiceNo: string, amount: string, as = seller) => {
      await app.call(lookupMember, { Typed: MembershipNo }, as)
      const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [line(amount)] }
      expect((await app.call(addTransaction, sale as never, as)).status).toBe(201)
    }
    await recordSale('OWN-1', '1000.10')
    app.clock.advance(60)
    await recordSale('OWN-2', '500.00')
    await recordSale('OTHERS', '9000.00', outletStaff)
    app.clock.advance(60)
    const cancellation = await app.call(
      addTransaction,
      { TransactionType: 'C', OriginalInvoiceNo: 'OWN-2', Remarks: 'Wrong size' } as never,
      seller,
    )
    expect(cancellation.status).toBe(201)

    const { Sales, SaleCount, SalesAmount } = await getDay()

    expect([SaleCount, SalesAmount]).toEqual([2, '1000.10'])
    expect(
      Sales!.map(({ TransactionType, NetMoved, CustomerName }) => [TransactionType, NetMoved, CustomerName]),
    ).toEqual([
      ['C', '-500.00', FullName],
      ['N', '500.00', FullName],
      ['N', '1000.10', FullName],
    ])
    const withoutFigures = staffWith({ roles: ['Customer Transaction'] })
    expect((await getDay(withoutFigures)).SalesAmount).toBeNull()
  })
})
