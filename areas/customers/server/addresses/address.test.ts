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
const newAddress = (CustomerId: number, more: object = {}) => ({
  CustomerId,
  AddressType: 'Home',
  Line1: '1 Jalan Raja',
  ...more,
})
const primaryLines = async (CustomerId: number) =>
  (await app.call(listAddresses, { Search: { CustomerId } })).body.rows.map(
    ({ Line1, IsPrimaryYN }) => `${Line1} ${IsPrimaryYN}`,
  )

describe('addresses of a customer', () => {
  test('addresses: the first address is primary until another address becomes primary', async () => {
    const { CustomerId } = await customer(app.db)
    const first = await app.call(addAddress, newAddress(CustomerId, { IsPrimaryYN: 'N' }), outletStaff)
    await app.call(addAddress, newAddress(CustomerId, { Line1: '2 Jalan Dua' }))
    await app.call(addAddress, newAddress(CustomerId, { Line1: '3 Jalan Tiga', IsPrimaryYN: 'Y' }))

    expect(first).toMatchObject({ status: 201, body: { IsPrimaryYN: 'Y', Country: 'Malaysia', Version: 1 } })
    expect(await primaryLines(CustomerId)).toEqual(['3 Jalan Tiga Y', '1 Jalan Raja N', '2 Jalan Dua N'])
  })

  test('addresses: of twenty concurrent first addresses exactly one is primary', async () => {
    const { CustomerId } = await customer(app.db)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => app.call(addAddress, newAddress(CustomerId, { IsPrimaryYN: 'Y' }))),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const rows = await app.sql(
      "select 1 from customer_address where customer_id = $1 and is_primary_yn = 'Y' and status = 'Active'",
      CustomerId,
    )
    expect(rows).toHaveLength(1)
    expect(await app.call(addAddress, newAddress(CustomerId))).toMatchObject({
      status: 409,
      refusal: { message: 'A customer can have 20 addresses at most' },
    })
  })

  test('addresses: if the primary address is deleted, the oldest other address becomes primary and stays so after an undo', async () => {
    const { CustomerId } = await customer(app.db)
    const { AddressId } = await address(app.db, CustomerId, { Line1: 'A' })
    await address(app.db, CustomerId, { Line1: 'B', IsPrimaryYN: 'N' })

    expect((await app.call(deleteAddress, { AddressId })).body).toMatchObject({ Status: 'Deleted', IsPrimaryYN: 'N' })
    expect(await primaryLines(CustomerId)).toEqual(['B Y'])
    expect((await app.call(restoreAddress, { AddressId })).body).toMatchObject({ Status: 'Active', IsPrimaryYN: 'N' })
    expect(await primaryLines(CustomerId)).toEqual(['B Y', 'A N'])
  })

  test('addresses: a customer’s only address can be restored within 30 seconds after its deletion and is primary again', async () => {
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

  test('update address: a changed field is checked together with the fields that stay as they are', async () => {
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

  test('addresses: a state in Malaysia must be in the lookup list, a state in another country is free text', async () => {
    await listItems(app.db, 'MalaysianState', 'Johor', 'Sabah')
    const { CustomerId } = await customer(app.db)
    expect(await app.call(addAddress, newAddress(CustomerId, { State: 'Bavaria' }))).toMatchObject({
      status: 400,
      refusal: { message: 'Bavaria is not in the list MalaysianState' },
    })
    expect(await app.call(addAddress, newAddress(CustomerId, { State: 'Sabah' }))).toMatchObject({ status: 201 })
    expect(await app.call(addAddress, newAddress(CustomerId, { State: 'Bavaria', Country: 'Germany' }))).toMatchObject({
      status: 201,
    })
  })

  test.each(CustomerStatus.options)(
    'addresses: addresses of a customer with status %s can be changed only if that status is editable',
    async (Status) => {
      const { CustomerId } = await customer(app.db, { Status })
      const expected = { Active: 201, Inactive: 201, Suspended: 201, Archived: 409, Merged: 409, Deleted: 404 }[Status]
      expect((await app.call(addAddress, newAddress(CustomerId))).status).toBe(expected)
    },
  )

  test('list addresses: only the addresses of the requested customer are returned', async () => {
    expect(await app.call(listAddresses, {})).toMatchObject({
      status: 400,
      refusal: { details: [{ path: 'Search.CustomerId' }] },
    })
  })
})

describe('postcode look-up', () => {
  test('postcode: the look-up returns the state and the city, and of several cities the alphabetically first', async () => {
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

  test('postcode: a look-up of an unknown or malformed postcode is refused', async () => {
    expect(await app.call(findPostcode, { Postcode: '99999' })).toMatchObject({ status: 404 })
    expect(await app.call(findPostcode, { Postcode: '9999' })).toMatchObject({ status: 400 })
  })
})
