import { beforeEach, describe, expect, test } from 'vitest'
import { staffWith, useApp } from '#tests/harness.ts'
import { listProductGroups } from '../contract/product-groups.ts'
import { appConfig, currentSystemTime, getListItems, getStockGroups } from '../contract.ts'

const app = useApp({
  at: '2026-02-28T16:30:00Z',
  prepare: async ({ db }) => {
    await db
      .insertInto('ListItem')
      .values([
        { ListName: 'MalaysianState', Value: 'Selangor', SequenceNo: 2 },
        { ListName: 'MalaysianState', Value: 'Johor', SequenceNo: 1 },
        { ListName: 'MalaysianState', Value: 'Malaya', SequenceNo: 3, Status: 'Inactive' },
        { ListName: 'Country', Value: 'Malaysia', SequenceNo: 1 },
      ])
      .execute()
    await db
      .insertInto('ProductGroup')
      .values([
        { ProductCode: 'RING', ProductName: 'RINGS', ProductType: 'Diamond' },
        { ProductCode: 'GIFT', ProductName: 'GIFT CARDS', ProductType: 'Gift Card', EarnPointsYN: 'N' },
        { ProductCode: 'GONE', ProductName: 'GONE', ProductType: 'Diamond', Status: 'Deleted' },
      ])
      .execute()
    await db
      .insertInto('StockGroup')
      .values([{ Code: 'D01', Name: 'Diamonds' }])
      .execute()
  },
})
const staff = staffWith()
beforeEach(() => app.sql('delete from setting'))

describe('values of a lookup list', () => {
  test.each(['MalaysianState', 'Malaysian State'])(
    'lookup list: %s returns the active values in list order',
    async (ListName) => {
      const { body } = await app.call(getListItems, { ListName }, staff)
      expect(body).toMatchObject({
        count: 2,
        rows: [{ ListName: 'MalaysianState', Value: 'Johor' }, { Value: 'Selangor' }],
      })
    },
  )

  test('lookup list: an unknown list name is rejected', async () => {
    expect((await app.call(getListItems, { ListName: 'Planet' }, staff)).status).toBe(400)
  })
})

test.each([
  [{}, ['GIFT', 'RING']],
  [{ ProductName: 'ring' }, ['RING']],
  [{ ProductType: 'gift card' }, ['GIFT']],
  [{ Status: 'Deleted' }, []],
])('product groups: the list can be filtered by %j', async (Search, expected) => {
  const { body } = await app.call(listProductGroups, { Search }, staff)
  expect(body.rows.map(({ ProductCode }) => ProductCode)).toEqual(expected)
})

test('stock groups: the list contains only active groups', async () => {
  expect((await app.call(getStockGroups, {}, staff)).body).toEqual({
    count: 1,
    rows: [{ Code: 'D01', Name: 'Diamonds' }],
  })
})

test('system time: the reply has the server’s time and the date in the business time zone', async () => {
  expect((await app.call(currentSystemTime, {}, staff)).body).toEqual({
    dateTime: '2026-02-28T16:30:00.000Z',
    businessDate: '2026-03-01',
    timeZone: 'Asia/Kuala_Lumpur',
  })
})

describe('public configuration of the web app', () => {
  test('public app configuration: the reply has title, time zone, currency and languages', async () => {
    expect((await app.call(appConfig, {}, null)).body).toEqual({
      Title: 'Carat',
      Company: 'Carat Jewellers',
      Demo: false,
      BusinessTimeZone: 'Asia/Kuala_Lumpur',
      Currency: 'MYR',
      Logo: null,
      Languages: ['en', 'zh', 'fr', 'ja'],
      SignInProviders: [],
      PasswordLength: 12,
    })
  })

  test.each([
    ['"Emas"', 'Emas'],
    ['7', 'Carat'],
  ])('public app configuration: a stored title of %s yields the title %s', async (Value, Title) => {
    await app.db.insertInto('Setting').values({ Name: 'crm.title', Value }).execute()
    expect((await app.call(appConfig, {}, null)).body).toMatchObject({ Title })
  })
})
