import { describe, expect, test } from 'vitest'
import { address, customer, listItems } from '#tests/factories/customers.ts'
import { outletStaff, useApp } from '#tests/harness.ts'
import {
  addAddress,
  deleteAddress,
  findPostcode,
  listAddresses,
  restoreAddress,
  updateAddress,
} from '../../contract/addresses.ts'
import { CustomerStatus } from '../../contract/customers.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const wanted = (CustomerId: number, more: object = {}) => ({
  CustomerId,
  AddressType: 'Home',
  Line1: '1 Jalan Raja',
  ...more,
})
const primaries = async (CustomerId: number) =>
  (await app.call(listAddresses, { Search: { CustomerId } })).body.rows.map(
    ({ Line1, IsPrimaryYN }) => `${Line1} ${IsPrimaryYN}`,
  )

describe('addresses of a customer', () => {
  test('the first is primary whatever is said, a new primary one replaces it', async () => {
    const { CustomerId } = await customer(app.db)
    const first = await app.call(addAddress, wanted(CustomerId, { IsPrimaryYN: 'N' }), outletStaff)
    await app.call(addAddress, wanted(CustomerId, { Line1: '2 Jalan Dua' }))
    await app.call(addAddress, wanted(CustomerId, { Line1: '3 Jalan Tiga', IsPrimaryYN: 'Y' }))

    expect(first).toMatchObject({ status: 201, body: { IsPrimaryYN: 'Y', Country: 'Malaysia', Version: 1 } })
    expect(await primaries(CustomerId)).toEqual(['3 Jalan Tiga Y', '1 Jalan Raja N', '2 Jalan Dua N'])
  })

  test('exactly one is primary after twenty first ones at the same moment', async () => {
    const { CustomerId } = await customer(app.db)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call(addAddress, wanted(CustomerId, { IsPrimaryYN: 'Y' }))),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const rows = await app.sql(
      "select 1 from customer_address where customer_id = $1 and is_primary_yn = 'Y' and status = 'Active'",
      CustomerId,
    )
    expect(rows).toHaveLength(1)
    expect(await app.call(addAddress, wanted(CustomerId))).toMatchObject({
      status: 409,
      refusal: { message: 'A customer can have 20 addresses at most' },
    })
  })

  test('deleting the primary one makes the oldest other primary, and the undo leaves it so', async () => {
    const { CustomerId } = await customer(app.db)
    const { AddressId } = await address(app.db, CustomerId, { Line1: 'A' })
    await address(app.db, CustomerId, { Line1: 'B', IsPrimaryYN: 'N' })

    expect((await app.call(deleteAddress, { AddressId })).body).toMatchObject({ Status: 'Deleted', IsPrimaryYN: 'N' })
    expect(await primaries(CustomerId)).toEqual(['B Y'])
    expect((await app.call(restoreAddress, { AddressId })).body).toMatchObject({ Status: 'Active', IsPrimaryYN: 'N' })
    expect(await primaries(CustomerId)).toEqual(['B Y', 'A N'])
  })

  test('the undo of the only one makes it primary again, within 30 seconds', async () => {
    const { CustomerId } = await customer(app.db)
    const { AddressId } = await address(app.db, CustomerId)
    expect(await app.call(restoreAddress, { AddressId })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.address_not_deleted' },
    })
    await app.call(deleteAddress, { AddressId })
    expect(await app.call(deleteAddress, { AddressId })).toMatchObject({ status: 404 })
    expect((await app.call(restoreAddress, { AddressId })).body.IsPrimaryYN).toBe('Y')
    await app.call(deleteAddress, { AddressId })
    app.clock.advance(31)
    expect(await app.call(restoreAddress, { AddressId })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.undo_over' },
    })
  })

  test('a change of one field is judged with the others', async () => {
    const { CustomerId } = await customer(app.db)
    const { AddressId } = await address(app.db, CustomerId)
    expect(await app.call(updateAddress, { AddressId, Version: 1, Postcode: '1234' })).toMatchObject({
      status: 400,
      refusal: { code: 'customers.postcode_invalid' },
    })
    expect(
      await app.call(updateAddress, {
        AddressId,
        Version: 1,
        Postcode: '1234',
        Country: 'Singapore',
        State: 'Anywhere',
      }),
    ).toMatchObject({ status: 200 })
    expect(await app.call(updateAddress, { AddressId, Version: 2, Country: 'Malaysia' })).toMatchObject({ status: 400 })
    expect(await app.call(updateAddress, { AddressId, Version: 1, Line1: 'x' })).toMatchObject({
      status: 409,
      refusal: { code: 'kit.stale', current: { Version: 2 } },
    })
    expect(await app.call(updateAddress, { AddressId, Version: 2, IsPrimaryYN: 'N' })).toMatchObject({
      status: 409,
      refusal: { code: 'customers.primary_stays' },
    })
  })

  test('a Malaysian state is one of the list, elsewhere it is free', async () => {
    await listItems(app.db, 'MalaysianState', 'Johor', 'Sabah')
    const { CustomerId } = await customer(app.db)
    expect(await app.call(addAddress, wanted(CustomerId, { State: 'Bavaria' }))).toMatchObject({
      status: 400,
      refusal: { message: 'Bavaria is not in the list MalaysianState' },
    })
    expect(await app.call(addAddress, wanted(CustomerId, { State: 'Sabah' }))).toMatchObject({ status: 201 })
    expect(await app.call(addAddress, wanted(CustomerId, { State: 'Bavaria', Country: 'Germany' }))).toMatchObject({
      status: 201,
    })
  })

  test.each(CustomerStatus.options)('of a customer who is %s', async (Status) => {
    const { CustomerId } = await customer(app.db, { Status })
    const expected = { Active: 201, Inactive: 201, Suspended: 201, Archived: 409, Merged: 409, Deleted: 404 }[Status]
    expect((await app.call(addAddress, wanted(CustomerId))).status).toBe(expected)
  })

  test('are listed for one customer only', async () => {
    expect(await app.call(listAddresses, {})).toMatchObject({
      status: 400,
      refusal: { details: [{ path: 'Search.CustomerId' }] },
    })
  })
})

describe('a postcode', () => {
  test('fills city and state, the first city where there are several', async () => {
    await app.sql(
      "insert into postcode values ('50450', 'Kuala Lumpur', 'Kuala Lumpur'), ('81000', 'Kulai', 'Johor'), ('81000', 'Kelapa Sawit', 'Johor')",
    )
    expect((await app.call(findPostcode, { Postcode: '50450' }, outletStaff)).body).toMatchObject({
      City: 'Kuala Lumpur',
      State: 'Kuala Lumpur',
    })
    expect((await app.call(findPostcode, { Postcode: '81000' })).body).toMatchObject({
      City: 'Kelapa Sawit',
      Cities: ['Kelapa Sawit', 'Kulai'],
    })
  })

  test('that is unknown or none is refused', async () => {
    expect(await app.call(findPostcode, { Postcode: '99999' })).toMatchObject({ status: 404 })
    expect(await app.call(findPostcode, { Postcode: '9999' })).toMatchObject({ status: 400 })
  })
})
