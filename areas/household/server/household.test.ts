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
  getJewelleryProfile,
  giveFavourite,
  restoreFavourite,
  restoreRelative,
  updateFavourite,
  updateJewelleryProfile,
} from '../contract.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
const counter = outletStaff
const elsewhere = staffWith({ roles: ['Customer'], outlet: 'PAV' })

const jewellery = async (CustomerId: number, as = hq) => (await app.call(getJewelleryProfile, { CustomerId }, as)).body
const favouriteOf = async (CustomerId: number, more: object = {}) =>
  (await app.call(addFavourite, { CustomerId, Name: 'Jade bangle', ...more } as never)).body

/** Creates two linked spouses, each with a membership. */
async function linkedSpouses() {
  const giver = await registered(app.db)
  const wisher = await registered(app.db)
  const { body: link } = await app.call(addRelative, {
    CustomerId: giver.CustomerId,
    MembershipNo: wisher.MembershipNo,
    Relation: 'Spouse',
  })
  return { giver, wisher, link }
}

describe('jewellery profile of a customer', () => {
  test('jewellery profile: sizes by finger and person and important dates are stored', async () => {
    const { CustomerId } = await registered(app.db)
    expect((await jewellery(CustomerId)).Profile).toMatchObject({ Version: 0, Metals: [], Sizes: [] })

    const saved = await app.call(
      updateJewelleryProfile,
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
    expect(saved).toMatchObject({
      status: 200,
      body: { Version: 1, Metals: ['Rose gold', 'Platinum'], BudgetFrom: '500.00', BudgetTo: '2000.50' },
    })
    expect(saved.body.Sizes.map(({ Person, Kind, Size }) => [Person, Kind, Size])).toEqual([
      [null, 'Ring', '12'],
      [null, 'Bangle', '58 mm'],
      ['Daughter', 'Ring', '9'],
    ])
  })

  test('jewellery profile: only changed sizes and dates are written, and of two concurrent updates one is refused', async () => {
    const { CustomerId } = await registered(app.db)
    const ring = { Kind: 'Ring', Finger: 'Left ring', Size: '12' } as const
    await app.call(updateJewelleryProfile, { CustomerId, Version: 0, Remarks: 'Small wrists', Sizes: [ring] })
    const replies = await Promise.all([
      app.call(updateJewelleryProfile, { CustomerId, Version: 1, Sizes: [{ ...ring, Size: '13' }] }),
      app.call(updateJewelleryProfile, { CustomerId, Version: 1, Sizes: [] }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await jewellery(CustomerId)).Profile).toMatchObject({ Version: 2, Remarks: 'Small wrists' })
    const changed = await app.sql(
      "select updated_info from audit_record where object_type = 'JewellerySize' and action_type <> 'Create'",
    )
    expect(changed.length).toBeGreaterThan(0)
  })

  test('jewellery profile: two sizes for one finger and a reversed budget range are refused', async () => {
    const { CustomerId } = await registered(app.db)
    const ring = { Kind: 'Ring', Finger: 'Left ring', Size: '12' } as const
    const refused = async (more: object) =>
      (await app.call(updateJewelleryProfile, { CustomerId, Version: 0, ...more })).refusal
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

  test('jewellery profile: staff of another outlet must look the customer up before reading the profile', async () => {
    const { CustomerId } = await registered(app.db)
    const { FavouriteId } = await favouriteOf(CustomerId)
    expect((await app.call(getJewelleryProfile, { CustomerId }, elsewhere)).refusal).toMatchObject({
      code: 'customers.foreign',
    })
    expect((await app.call(deleteFavourite, { FavouriteId }, elsewhere)).status).toBe(403)
  })
})

describe('favourites of a customer', () => {
  let picture: string
  beforeAll(async () => {
    const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b08d3c' } })
      .jpeg()
      .toBuffer()
    picture = (await upload(app, content)).body.Url
  })

  test('favourites: a favourite has its own photo, which cannot be used by another record', async () => {
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

  test('favourites: a deleted favourite can be restored within 30 seconds', async () => {
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

describe('household of a customer', () => {
  test('household: each spouse sees the other spouse’s wishes and sizes', async () => {
    const { giver, wisher } = await linkedSpouses()
    await app.call(updateJewelleryProfile, {
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

  test('household: if a customer links a relative as Parent, the relative’s page shows the customer as Child', async () => {
    const child = await registered(app.db)
    const parent = await registered(app.db)
    await app.call(addRelative, {
      CustomerId: child.CustomerId,
      MembershipNo: parent.MembershipNo,
      Relation: 'Parent',
    })
    expect((await jewellery(parent.CustomerId)).Relatives).toMatchObject([{ Relation: 'Child' }])
  })

  test('household: neither a reply nor a change reveals a bought gift to the customer who wished for it', async () => {
    const { giver, wisher } = await linkedSpouses()
    const { FavouriteId } = await favouriteOf(wisher.CustomerId)
    const before = await jewellery(wisher.CustomerId)
    app.clock.advance(60)
    const reply = await app.call(giveFavourite, { GiverId: giver.CustomerId, FavouriteId, GivenYN: 'Y' }, counter)

    expect(reply.body).toMatchObject({ FavouriteId, Given: 'Bought by this customer' })
    expect(await jewellery(wisher.CustomerId)).toEqual(before)
    expect((await app.call(updateFavourite, { FavouriteId, Version: 1, Name: 'Jade bangle, green' })).status).toBe(200)
    expect(JSON.stringify(await jewellery(wisher.CustomerId))).not.toMatch(/Given/)
  })

  test('household: if two relatives mark a wish as bought at once, one is refused, without the other’s name', async () => {
    const { giver, wisher } = await linkedSpouses()
    const mother = await registered(app.db)
    await app.call(addRelative, {
      CustomerId: wisher.CustomerId,
      MembershipNo: mother.MembershipNo,
      Relation: 'Parent',
    })
    const { FavouriteId } = await favouriteOf(wisher.CustomerId)
    const replies = await Promise.all(
      [giver, mother].map(({ CustomerId }) =>
        app.call(giveFavourite, { GiverId: CustomerId, FavouriteId, GivenYN: 'Y' }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const buyer = replies[0]!.status === 200 ? giver : mother
    const refusedBuyer = buyer === giver ? mother : giver
    expect((await jewellery(refusedBuyer.CustomerId)).Relatives.flatMap(({ Favourites }) => Favourites)).toMatchObject([
      { FavouriteId, Given: 'Bought by another relative', GivenAt: null },
    ])
    expect((await app.call(giveFavourite, { GiverId: buyer.CustomerId, FavouriteId, GivenYN: 'N' })).body.Given).toBe(
      'Not bought',
    )
  })

  test('household: only relatives of the wisher can mark a wish as bought', async () => {
    const { wisher, link } = await linkedSpouses()
    const stranger = await registered(app.db)
    const { FavouriteId } = await favouriteOf(wisher.CustomerId)
    const attempt = (GiverId: number) => app.call(giveFavourite, { GiverId, FavouriteId, GivenYN: 'Y' })
    expect((await attempt(stranger.CustomerId)).status).toBe(404)
    expect((await attempt(wisher.CustomerId)).status).toBe(404)
    await app.call(deleteRelative, { LinkId: link.LinkId })
    expect((await jewellery(wisher.CustomerId)).Relatives).toEqual([])
  })

  test('household: two customers can be linked only once, and a customer cannot be linked to their own record', async () => {
    const { giver, wisher, link } = await linkedSpouses()
    const again = { CustomerId: wisher.CustomerId, MembershipNo: giver.MembershipNo, Relation: 'Other' } as const
    expect((await app.call(addRelative, again)).refusal).toMatchObject({ code: 'household.linked' })
    expect((await app.call(addRelative, { ...again, CustomerId: giver.CustomerId })).refusal).toMatchObject({
      code: 'household.self',
    })
    await app.call(deleteRelative, { LinkId: link.LinkId })
    expect((await app.call(restoreRelative, { LinkId: link.LinkId })).body.Status).toBe('Active')
    await app.call(deleteRelative, { LinkId: link.LinkId })
    const replies = await Promise.all([app.call(addRelative, again), app.call(addRelative, again)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await app.call(restoreRelative, { LinkId: link.LinkId })).refusal).toMatchObject({
      code: 'household.linked',
    })
  })

  test('household: outlet staff can link two customers after looking up both', async () => {
    const ownCustomer = await registered(app.db)
    const foreign = await registered(app.db, { RegisteredOutletCode: 'PAV' })
    const link = {
      CustomerId: ownCustomer.CustomerId,
      MembershipNo: foreign.MembershipNo,
      Relation: 'Sibling',
    } as const
    expect((await app.call(addRelative, link, counter)).refusal).toMatchObject({ code: 'customers.foreign' })
    await app.call(lookupMember, { Typed: foreign.MembershipNo }, counter)
    expect((await app.call(addRelative, link, counter)).status).toBe(201)
  })

  test('household: staff can neither serve their own relatives nor remove the links to them', async () => {
    const { giver, wisher, link } = await linkedSpouses()
    const { staffId } = await app.token(counter)
    await app.sql('update staff set own_customer_id = $1 where staff_id = $2', giver.CustomerId, staffId)
    const { userId } = await app.token(counter)
    const [isOwnCheck] = await app.sql<{ own: boolean }>(
      'select is_own_customer($1, $2) as own',
      userId,
      wisher.CustomerId,
    )
    expect(isOwnCheck!.own).toBe(true)
    expect((await app.call(deleteRelative, { LinkId: link.LinkId }, counter)).refusal).toMatchObject({
      code: 'household.own',
    })
    expect((await app.call(deleteRelative, { LinkId: link.LinkId })).status).toBe(200)
    await app.sql('update staff set own_customer_id = null where staff_id = $1', staffId)
  })
})
