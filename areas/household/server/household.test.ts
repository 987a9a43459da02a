import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { registered } from '#tests/factories/customers.ts'
import { file, upload } from '#tests/factories/media.ts'
import { hq, outletStaff, staffWith, useApp } from '#tests/harness.ts'
import {
  addFavourite,
  addRelative,
  deleteFavourite,
  deleteRelative,
  getJewellery,
  giveFavourite,
  restoreFavourite,
  restoreRelative,
  updateFavourite,
  updateJewellery,
} from '../contract.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const counter = outletStaff
const elsewhere = staffWith({ roles: ['Customer'], outlet: 'PAV' })

const jewellery = async (CustomerId: number, as = hq) => (await app.call(getJewellery, { CustomerId }, as)).body
const favouriteOf = async (CustomerId: number, more: object = {}) =>
  (await app.call(addFavourite, { CustomerId, Name: 'Jade bangle', ...more } as never)).body

/** Two who are married, each with a membership. */
async function couple() {
  const giver = await registered(app.db)
  const wisher = await registered(app.db)
  const { body: link } = await app.call(addRelative, {
    CustomerId: giver.CustomerId,
    MembershipNo: wisher.MembershipNo,
    Relation: 'Spouse',
  })
  return { giver, wisher, link }
}

describe('what a customer likes and wears', () => {
  test('is kept with sizes per finger and person, and days that count', async () => {
    const { CustomerId } = await registered(app.db)
    expect((await jewellery(CustomerId)).Profile).toMatchObject({ Version: 0, Metals: [], Sizes: [] })

    const kept = await app.call(
      updateJewellery,
      {
        CustomerId,
        Version: 0,
        Metals: ['Rose gold', 'Platinum'],
        Stones: ['Jade'],
        Allergies: 'Nickel',
        BudgetFrom: '500',
        BudgetTo: '2000.5',
        Sizes: [
          { Kind: 'Ring', Finger: 'Left ring', Size: '12' },
          { Kind: 'Ring', Finger: 'Left ring', Size: '9', Person: 'Daughter' },
          { Kind: 'Bangle', Finger: null, Size: '58 mm' },
        ],
        Dates: [{ Label: 'Engaged', OccursOn: '2019-08-01' }],
      },
      counter,
    )
    expect(kept).toMatchObject({
      status: 200,
      body: { Version: 1, Metals: ['Rose gold', 'Platinum'], BudgetFrom: '500.00', BudgetTo: '2000.50' },
    })
    expect(kept.body.Sizes.map(({ Person, Kind, Size }) => [Person, Kind, Size])).toEqual([
      [null, 'Ring', '12'],
      [null, 'Bangle', '58 mm'],
      ['Daughter', 'Ring', '9'],
    ])
  })

  test('changes where it was changed, and of two at once one is told', async () => {
    const { CustomerId } = await registered(app.db)
    const ring = { Kind: 'Ring', Finger: 'Left ring', Size: '12' } as const
    await app.call(updateJewellery, { CustomerId, Version: 0, Remarks: 'Small wrists', Sizes: [ring] })
    const both = await Promise.all([
      app.call(updateJewellery, { CustomerId, Version: 1, Sizes: [{ ...ring, Size: '13' }] }),
      app.call(updateJewellery, { CustomerId, Version: 1, Sizes: [] }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await jewellery(CustomerId)).Profile).toMatchObject({ Version: 2, Remarks: 'Small wrists' })
    const changed = await app.sql(
      "select updated_info from audit_record where object_type = 'JewellerySize' and action_type <> 'Create'",
    )
    expect(changed.length).toBeGreaterThan(0)
  })

  test('does not say two things of one finger, nor a budget that ends before it begins', async () => {
    const { CustomerId } = await registered(app.db)
    const ring = { Kind: 'Ring', Finger: 'Left ring', Size: '12' } as const
    const refused = async (more: object) =>
      (await app.call(updateJewellery, { CustomerId, Version: 0, ...more })).refusal
    expect(await refused({ Sizes: [ring, { ...ring, Size: '13' }] })).toMatchObject({ code: 'household.size_twice' })
    expect(await refused({ Sizes: [{ ...ring, Finger: null }] })).toMatchObject({
      details: [{ message: 'A ring has a finger, and nothing else does' }],
    })
    expect(await refused({ BudgetFrom: '1000', BudgetTo: '200' })).toMatchObject({ code: 'household.budget' })
    expect(await refused({ Dates: [date, { ...date, Label: 'ENGAGED' }] })).toMatchObject({
      code: 'household.date_twice',
    })
    expect((await jewellery(CustomerId)).Profile.Version).toBe(0)
  })
  const date = { Label: 'Engaged', OccursOn: '2019-08-01' }

  test('is not for an outlet that has not looked the customer up', async () => {
    const { CustomerId } = await registered(app.db)
    const { FavouriteId } = await favouriteOf(CustomerId)
    expect((await app.call(getJewellery, { CustomerId }, elsewhere)).refusal).toMatchObject({
      code: 'customers.foreign',
    })
    expect((await app.call(deleteFavourite, { FavouriteId }, elsewhere)).status).toBe(403)
  })
})

describe('a favourite', () => {
  let picture: string
  beforeAll(async () => {
    const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b08d3c' } })
      .jpeg()
      .toBuffer()
    picture = (await upload(app, content)).body.Url
  })

  test('has a photograph of its own, which no other record can take', async () => {
    const { CustomerId } = await registered(app.db)
    const favourite = await favouriteOf(CustomerId, { ImageUrl: picture, Price: '1234.5' })
    expect(favourite).toMatchObject({ ImageUrl: picture, Price: '1234.50', HintYN: 'Y', Version: 1 })
    expect((await file(app, picture)).status).toBe(200)
    expect((await app.call(addFavourite, { CustomerId, Name: 'Ring', ImageUrl: picture })).refusal).toMatchObject({
      code: 'media.attached',
    })
    const changed = await app.call(updateFavourite, { FavouriteId: favourite.FavouriteId, Version: 1, ImageUrl: null })
    expect(changed.body).toMatchObject({ ImageUrl: null, Name: 'Jade bangle', Version: 2 })
    expect(
      (await app.call(updateFavourite, { FavouriteId: favourite.FavouriteId, Version: 1, Name: 'Other' })).status,
    ).toBe(409)
  })

  test('that was deleted comes back within 30 seconds', async () => {
    const { CustomerId } = await registered(app.db)
    const { FavouriteId } = await favouriteOf(CustomerId)
    await app.call(deleteFavourite, { FavouriteId })
    expect((await jewellery(CustomerId)).Favourites).toEqual([])
    expect((await app.call(deleteFavourite, { FavouriteId })).refusal).toMatchObject({
      code: 'household.already_deleted',
    })
    expect((await app.call(restoreFavourite, { FavouriteId })).body.Status).toBe('Active')
    expect((await jewellery(CustomerId)).Favourites).toHaveLength(1)
    await app.call(deleteFavourite, { FavouriteId })
    app.clock.advance(31)
    expect((await app.call(restoreFavourite, { FavouriteId })).refusal).toMatchObject({ code: 'household.undo_over' })
  })
})

describe('a household', () => {
  test('shows who gives what the other wishes for and wears, and each the other', async () => {
    const { giver, wisher } = await couple()
    await app.call(updateJewellery, {
      CustomerId: wisher.CustomerId,
      Version: 0,
      Metals: ['Rose gold'],
      Allergies: 'Nickel',
      Sizes: [
        { Kind: 'Ring', Finger: 'Left ring', Size: '12' },
        { Kind: 'Ring', Finger: 'Left ring', Size: '20', Person: 'Brother' },
      ],
    })
    const { FavouriteId } = await favouriteOf(wisher.CustomerId)
    await favouriteOf(wisher.CustomerId, { Name: 'Not for him', HintYN: 'N' })

    const [relative] = (await jewellery(giver.CustomerId)).Relatives
    expect(relative).toMatchObject({
      Relation: 'Spouse',
      FullName: wisher.FullName,
      MembershipNo: wisher.MembershipNo,
      Allergies: 'Nickel',
      Sizes: [{ Person: null, Size: '12' }],
      Favourites: [{ FavouriteId, Given: 'Not bought' }],
    })
    expect((await jewellery(wisher.CustomerId)).Relatives).toMatchObject([
      { CustomerId: giver.CustomerId, Favourites: [] },
    ])
  })

  test('is told from both sides: whose parent one is, is their child', async () => {
    const child = await registered(app.db)
    const parent = await registered(app.db)
    await app.call(addRelative, {
      CustomerId: child.CustomerId,
      MembershipNo: parent.MembershipNo,
      Relation: 'Parent',
    })
    expect((await jewellery(parent.CustomerId)).Relatives).toMatchObject([{ Relation: 'Child' }])
  })

  test('never tells who wishes that a gift was bought, in no answer and by no change', async () => {
    const { giver, wisher } = await couple()
    const { FavouriteId } = await favouriteOf(wisher.CustomerId)
    const before = await jewellery(wisher.CustomerId)
    app.clock.advance(60)
    const given = await app.call(giveFavourite, { GiverId: giver.CustomerId, FavouriteId, GivenYN: 'Y' }, counter)

    expect(given.body).toMatchObject({ FavouriteId, Given: 'Bought by this customer' })
    expect(await jewellery(wisher.CustomerId)).toEqual(before)
    expect((await app.call(updateFavourite, { FavouriteId, Version: 1, Name: 'Jade bangle, green' })).status).toBe(200)
    expect(JSON.stringify(await jewellery(wisher.CustomerId))).not.toMatch(/Given/)
  })

  test('gives a thing once: of two who buy it at once one is told, and neither who the other is', async () => {
    const { giver, wisher } = await couple()
    const mother = await registered(app.db)
    await app.call(addRelative, {
      CustomerId: wisher.CustomerId,
      MembershipNo: mother.MembershipNo,
      Relation: 'Parent',
    })
    const { FavouriteId } = await favouriteOf(wisher.CustomerId)
    const both = await Promise.all(
      [giver, mother].map(({ CustomerId }) =>
        app.call(giveFavourite, { GiverId: CustomerId, FavouriteId, GivenYN: 'Y' }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const told = both[0]!.status === 200 ? giver : mother
    const other = told === giver ? mother : giver
    expect((await jewellery(other.CustomerId)).Relatives.flatMap(({ Favourites }) => Favourites)).toMatchObject([
      { FavouriteId, Given: 'Bought by another relative', GivenAt: null },
    ])
    expect((await app.call(giveFavourite, { GiverId: told.CustomerId, FavouriteId, GivenYN: 'N' })).body.Given).toBe(
      'Not bought',
    )
  })

  test('is the only one that may give it', async () => {
    const { wisher, link } = await couple()
    const stranger = await registered(app.db)
    const { FavouriteId } = await favouriteOf(wisher.CustomerId)
    const attempt = (GiverId: number) => app.call(giveFavourite, { GiverId, FavouriteId, GivenYN: 'Y' })
    expect((await attempt(stranger.CustomerId)).status).toBe(404)
    expect((await attempt(wisher.CustomerId)).status).toBe(404)
    await app.call(deleteRelative, { LinkId: link.LinkId })
    expect((await jewellery(wisher.CustomerId)).Relatives).toEqual([])
  })

  test('links the same two once, no matter who is named first, and nobody to themselves', async () => {
    const { giver, wisher, link } = await couple()
    const again = { CustomerId: wisher.CustomerId, MembershipNo: giver.MembershipNo, Relation: 'Other' } as const
    expect((await app.call(addRelative, again)).refusal).toMatchObject({ code: 'household.linked' })
    expect((await app.call(addRelative, { ...again, CustomerId: giver.CustomerId })).refusal).toMatchObject({
      code: 'household.self',
    })
    await app.call(deleteRelative, { LinkId: link.LinkId })
    expect((await app.call(restoreRelative, { LinkId: link.LinkId })).body.Status).toBe('Active')
    await app.call(deleteRelative, { LinkId: link.LinkId })
    const both = await Promise.all([app.call(addRelative, again), app.call(addRelative, again)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await app.call(restoreRelative, { LinkId: link.LinkId })).refusal).toMatchObject({
      code: 'household.linked',
    })
  })

  test('is linked by an outlet that looked both of them up', async () => {
    const own = await registered(app.db)
    const foreign = await registered(app.db, { RegisteredOutletCode: 'PAV' })
    const link = { CustomerId: own.CustomerId, MembershipNo: foreign.MembershipNo, Relation: 'Sibling' } as const
    expect((await app.call(addRelative, link, counter)).refusal).toMatchObject({ code: 'customers.foreign' })
    await app.call(lookupMember, { Typed: foreign.MembershipNo }, counter)
    expect((await app.call(addRelative, link, counter)).status).toBe(201)
  })

  test('of staff is their own too: they neither serve it nor cut it off', async () => {
    const { giver, wisher, link } = await couple()
    const { staffId } = await app.token(counter)
    await app.sql('update staff set own_customer_id = $1 where staff_id = $2', giver.CustomerId, staffId)
    const { userId } = await app.token(counter)
    const [served] = await app.sql<{ own: boolean }>('select is_own_customer($1, $2) as own', userId, wisher.CustomerId)
    expect(served!.own).toBe(true)
    expect((await app.call(deleteRelative, { LinkId: link.LinkId }, counter)).refusal).toMatchObject({
      code: 'household.own',
    })
    expect((await app.call(deleteRelative, { LinkId: link.LinkId })).status).toBe(200)
    await app.sql('update staff set own_customer_id = null where staff_id = $1', staffId)
  })
})
