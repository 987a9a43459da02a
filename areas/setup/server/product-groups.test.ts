import { beforeAll, describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { listItems } from '#tests/factories/customers.ts'
import { addEarningRules, createPointRate, line, member } from '#tests/factories/sales.ts'
import { outletStaff, staffWith, useApp } from '#tests/harness.ts'
import { productGroupRecord } from '../contract/product-groups.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const productGroupStaff = staffWith({ roles: ['Product Group'], outlet: 'HQ' })
const { add, get, update, remove, restore } = productGroupRecord
const ringFields = { ProductName: 'Rings', ProductType: 'Ring' }

beforeAll(async () => {
  await listItems(app.db, 'ProductType', 'Ring', 'Gift card')
})

describe('setup of product groups', () => {
  test('product group: a new group is stored in capitals, earns points by default and is in the audit log', async () => {
    const reply = await app.call(
      add,
      { ...ringFields, ProductCode: ' band_1 ', ProductName: 'Wedding bands' },
      productGroupStaff,
    )
    expect(reply).toMatchObject({
      status: 201,
      body: { ProductCode: 'BAND_1', ProductName: 'WEDDING BANDS', EarnPointsYN: 'Y', Status: 'Active', Version: 1 },
    })
    expect((await app.call(get, { ProductCode: 'band_1' }, outletStaff)).body).toEqual(reply.body)
    const [log] = await app.sql<{ log_text: string }>("select log_text from audit_log where object_id = 'BAND_1'")
    expect(log?.log_text).toBe('Create Product Group in Product Group. ProductCode - BAND_1')
  })

  test.each([
    [{ ...ringFields, ProductCode: 'TWO-WORDS' }, 400, 'Please use capital letter without space'],
    [{ ...ringFields, ProductCode: 'TWO WORDS' }, 400, 'Please use capital letter without space'],
    [
      { ...ringFields, ProductCode: 'X', ProductName: 'x'.repeat(101) },
      400,
      'Product name cannot more than 100 character',
    ],
    [{ ...ringFields, ProductCode: 'X', ProductType: 'Planet' }, 409, 'There is no product type Planet'],
  ])('product group: the API rejects %j', async (body, status, message) => {
    expect(await app.call(add, body, productGroupStaff)).toMatchObject({ status, refusal: { message } })
  })

  test('product group: an update accepts an existing code that contains a hyphen', async () => {
    await app.sql(
      `insert into product_group (product_code, product_name, product_type) values ('DIA-RING', 'Diamond rings', 'Ring')`,
    )
    const changed = { ProductCode: 'DIA-RING', Version: 1, ProductName: 'Rings with diamonds' }
    expect(await app.call(update, changed, productGroupStaff)).toMatchObject({
      status: 200,
      body: { ProductCode: 'DIA-RING', ProductName: 'RINGS WITH DIAMONDS', ProductType: 'Ring', Version: 2 },
    })
    expect(await app.call(update, { ...changed, ProductType: 'Planet' }, productGroupStaff)).toMatchObject({
      status: 409,
    })
  })

  test('product group: a group that a point rate uses cannot be deleted', async () => {
    await app.call(add, { ...ringFields, ProductCode: 'RATED' }, productGroupStaff)
    await createPointRate(app.db, 'All', '2', ['ProductGroup', 'RATED'])
    expect(await app.call(remove, { ProductCode: 'RATED' }, productGroupStaff)).toMatchObject({
      status: 409,
      refusal: { message: 'The product group is used by 1 point rates' },
    })
  })

  test('product group: the code of a deleted group can be used again, and then the deleted group cannot be restored', async () => {
    const ProductCode = 'AGAIN'
    await app.call(add, { ...ringFields, ProductCode, EarnPointsYN: 'N' }, productGroupStaff)
    expect(await app.call(add, { ...ringFields, ProductCode }, productGroupStaff)).toMatchObject({
      status: 409,
      refusal: { message: 'There is already a product group with the code AGAIN' },
    })
    await app.call(remove, { ProductCode }, productGroupStaff)
    const replies = await Promise.all(
      [1, 2].map(() => app.call(add, { ...ringFields, ProductCode }, productGroupStaff)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await app.call(get, { ProductCode }, productGroupStaff)).body).toMatchObject({
      EarnPointsYN: 'Y',
      Status: 'Active',
    })
    expect(await app.call(restore, { ProductCode }, productGroupStaff)).toMatchObject({
      status: 409,
      refusal: { code: 'setup.product_group_not_deleted' },
    })
  })

  test('product group: a change of whether its goods earn points applies from the next sale on', async () => {
    await addEarningRules(app.db)
    const { MembershipNo } = await member(app.db)
    const sell = async (InvoiceNo: string) => {
      const Details = [line('100', { ProductGroup: 'VOUCHERS' }), line('50')]
      const reply = await app.call(
        addTransaction,
        { TransactionType: 'N', InvoiceNo, MembershipNo, Details } as never,
        outletStaff,
      )
      return reply.body.Details.map(({ PointsEarned, EligibleYN }) => [PointsEarned, EligibleYN])
    }
    await app.call(
      add,
      { ProductCode: 'VOUCHERS', ProductName: 'Vouchers', ProductType: 'Gift card', EarnPointsYN: 'N' },
      productGroupStaff,
    )
    expect(await sell('EARN1')).toEqual([
      [0, 'N'],
      [5, 'Y'],
    ])
    await app.call(update, { ProductCode: 'VOUCHERS', Version: 1, EarnPointsYN: 'Y' }, productGroupStaff)
    expect(await sell('EARN2')).toEqual([
      [10, 'Y'],
      [5, 'Y'],
    ])
  })
})
