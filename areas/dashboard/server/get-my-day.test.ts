import { beforeAll, describe, expect, test } from 'vitest'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { registered } from '#tests/factories/customers.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { getMyDay } from '../contract/my-day.ts'

// A Saturday: within a week lies the end of February of a year without a 29th.
const app = useApp({ at: '2026-02-25T02:00:00Z' })
const seller = staffWith({ roles: ['Customer', 'Customer Transaction'], privileges: ['View Sales Information'] })
const day = async (as = seller) => (await app.call(getMyDay, {}, as)).body

describe('whom the outlet congratulates', () => {
  beforeAll(async () => {
    const born = (FullName: string, DateOfBirth: string, more: object = {}) =>
      registered(app.db, { FullName, DateOfBirth, ...more })
    await born('YESTERDAY', '1990-02-24')
    await born('IN A WEEK', '1990-03-04')
    await born('ELSEWHERE', '1990-02-25', { RegisteredOutletCode: 'PAV' })
    await born('SUSPENDED', '1990-02-25', { Status: 'Suspended' })
    await born('ON THE LAST DAY', '1990-03-03')
    await born('BORN IN A LEAP YEAR', '1992-02-29')
    const today = await born('TODAY', '1990-02-25', { WeddingAnniversary: '2016-02-27' })
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at)
       select $1, channel, granted, '1', 'Counter', at::timestamptz from (values ('Call', 'Y', '2026-01-01'), ('WhatsApp', 'Y', '2026-01-01'),
         ('WhatsApp', 'N', '2026-02-01')) given (channel, granted, at)`,
      today.CustomerId,
    )
  })

  test('are those of its own customers whose day comes within a week, the nearest first', async () => {
    const { Occasions, OccasionCount } = await day()

    expect(Occasions!.map(({ FullName, Kind, On, Years }) => [FullName, Kind, On, Years])).toEqual([
      ['TODAY', 'Birthday', '2026-02-25', null],
      ['TODAY', 'Wedding anniversary', '2026-02-27', 10],
      ['BORN IN A LEAP YEAR', 'Birthday', '2026-02-28', null],
      ['ON THE LAST DAY', 'Birthday', '2026-03-03', null],
    ])
    expect(OccasionCount).toBe(4)
  })

  test('say how each agreed to be reached, by the latest word', async () => {
    expect((await day()).Occasions![0]).toMatchObject({ Channels: ['Call'] })
  })

  test('are everybody’s for head office, and nobody’s without the role that shows customers', async () => {
    expect((await day(hq)).OccasionCount).toBe(5)
    const { Occasions, Registered } = await day(staffWith({ roles: ['Customer Transaction'] }))
    expect([Occasions, Registered]).toEqual([null, null])
  })
})

describe('one’s own day', () => {
  test('begins with nothing', async () => {
    expect(await day(staffWith({ roles: ['Customer', 'Customer Transaction'] }))).toMatchObject({
      Sales: [],
      SaleCount: 0,
      Registered: 0,
      Requests: [],
    })
  })

  test('counts what one sold and took back oneself, and what others sold not at all', async () => {
    await earningRules(app.db)
    const { MembershipNo, FullName } = await member(app.db)
    const sold = async (InvoiceNo: string, amount: string, as = seller) => {
      await app.call(lookupMember, { Typed: MembershipNo }, as)
      const sale = { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [line(amount)] }
      expect((await app.call(addTransaction, sale as never, as)).status).toBe(201)
    }
    await sold('OWN-1', '1000.10')
    app.clock.advance(60)
    await sold('OWN-2', '500.00')
    await sold('OTHERS', '9000.00', outletStaff)
    app.clock.advance(60)
    const back = await app.call(
      addTransaction,
      { TransactionType: 'C', OriginalInvoiceNo: 'OWN-2', Remarks: 'Wrong size' } as never,
      seller,
    )
    expect(back.status).toBe(201)

    const { Sales, SaleCount, SalesAmount } = await day()

    expect([SaleCount, SalesAmount]).toEqual([2, '1000.10'])
    expect(
      Sales!.map(({ TransactionType, NetMoved, CustomerName }) => [TransactionType, NetMoved, CustomerName]),
    ).toEqual([
      ['C', '-500.00', FullName],
      ['N', '500.00', FullName],
      ['N', '1000.10', FullName],
    ])
    const withoutFigures = staffWith({ roles: ['Customer Transaction'] })
    expect((await day(withoutFigures)).SalesAmount).toBeNull()
  })
})
