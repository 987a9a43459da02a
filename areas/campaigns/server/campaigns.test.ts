import { describe, expect, test } from 'vitest'
import { nightlyBatchSteps } from '#app/server/areas.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { campaign, campaignTypes } from '#tests/factories/campaigns.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { reward } from '#tests/factories/rewards.ts'
import { companyBrands, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'

const app = useApp({ at: '2026-06-01T04:00:00Z' })
const analyst = staffWith({ roles: ['Campaign Target List'], outlet: 'HQ' })
const outlet = staffWith({ roles: ['Campaign', 'Campaign Target List'] })
const fields = () => ({
  CampaignCode: `T${nextNumber()}`,
  CampaignName: 'Raya gold',
  CampaignType: 'Festive',
  StartDate: '2026-06-01',
  EndDate: '2026-06-30',
})
const tryAdd = async (more: object) => {
  await campaignTypes(app)
  const { status, refusal } = await app.call(contract.addCampaign, { ...fields(), ...more }, hq)
  return [status, refusal?.code]
}

describe('terms of a campaign', () => {
  test('campaign: a new campaign is Active by default, awards no points and has spent nothing', async () => {
    expect(await campaign(app)).toMatchObject({
      Status: 'Active',
      AwardPointYN: 'N',
      BalanceType: 'Jewel Club Points',
      AwardPer: 'Invoice',
      SpentPoints: 0,
      ControlPercent: 0,
      HasTargetsYN: 'N',
      SentYN: 'N',
      Objects: [],
      Version: 1,
    })
  })
  test.each([
    ['ends before it begins is rejected', { EndDate: '2026-05-31' }, 409, 'campaigns.dates_reversed'],
    ['has ended already is rejected', { StartDate: '2026-05-01', EndDate: '2026-05-31' }, 409, 'campaigns.over'],
    ['lasts one day is accepted', { EndDate: '2026-06-01' }, 201, undefined],
    ['awards points without an amount is rejected', { AwardPointYN: 'Y' }, 409, 'campaigns.award_missing'],
    [
      'has both points and a multiplier is rejected',
      { AwardPointYN: 'Y', AwardPoint: 5, Multiplier: '2' },
      409,
      'campaigns.award_missing',
    ],
    ['has points but awards none is rejected', { AwardPoint: 5 }, 409, 'campaigns.no_award'],
    ['multiplies by one is rejected', { AwardPointYN: 'Y', Multiplier: '1' }, 400, 'kit.invalid'],
    ['multiplies by two is accepted', { AwardPointYN: 'Y', Multiplier: '2' }, 201, undefined],
    ['awards 500 points is accepted', { AwardPointYN: 'Y', AwardPoint: 500, MinimumPurchase: '1000' }, 201, undefined],
    ['has an unknown type is rejected', { CampaignType: 'Raffle' }, 409, 'campaigns.type_unknown'],
    ['gives an unknown reward is rejected', { RewardId: 999_999 }, 409, 'campaigns.reward_unknown'],
    ['has a control group above 50 % is rejected', { ControlPercent: 51 }, 400, 'kit.invalid'],
    [
      'has an unknown outlet is rejected',
      { Objects: [{ ObjectCode: 'Outlet', ObjectValue: 'MOON' }] },
      409,
      'campaigns.object_unknown',
    ],
  ])('campaign: a campaign that %s', async (_, more, status, code) => {
    expect(await tryAdd(more)).toEqual([status, code])
  })
  test('campaign code: the code of a deleted campaign cannot be reused', async () => {
    const { CampaignCode } = await campaign(app)
    await app.call(contract.deleteCampaign, { CampaignCode }, hq)
    expect(await tryAdd({ CampaignCode })).toEqual([409, 'campaigns.code_taken'])
  })
  test('campaign: the reply contains the name of the reward that the campaign gives in addition', async () => {
    const { RewardId } = await reward(app.db, { Name: 'Gold bead', Type: 'Campaign', Status: 'Active' })
    expect(await campaign(app, { RewardId })).toMatchObject({ RewardName: 'Gold bead' })
  })
})

describe('access to campaigns', () => {
  test('campaigns: head office can change campaigns, outlet staff with the role can read them', async () => {
    const { CampaignCode, Version } = await campaign(app)
    expect((await app.call(contract.addCampaign, fields(), outlet)).status).toBe(403)
    expect((await app.call(contract.updateCampaign, { CampaignCode, Version, CampaignName: 'x' }, outlet)).status).toBe(
      403,
    )
    expect((await app.call(contract.getCampaign, { CampaignCode }, outlet)).status).toBe(200)
  })
  test('campaigns: staff who only manage target lists cannot change campaigns', async () => {
    const { CampaignCode, Version } = await campaign(app)
    expect((await app.call(contract.getCampaign, { CampaignCode }, analyst)).status).toBe(200)
    expect(
      (await app.call(contract.updateCampaign, { CampaignCode, Version, CampaignName: 'x' }, analyst)).status,
    ).toBe(403)
  })
})

describe('objects of a campaign', () => {
  test('campaign objects: an update removes omitted objects and keeps the rows of the other objects', async () => {
    await companyBrands(app.db, ['Aurelia', 'Lunaria'], 'Active')
    const brand = (ObjectValue: string) => ({ ObjectCode: 'Brand' as const, ObjectValue })
    const created = await campaign(app, { Objects: [brand('Aurelia'), { ObjectCode: 'Outlet', ObjectValue: 'KLCC' }] })
    const { body } = await app.call(
      contract.updateCampaign,
      { CampaignCode: created.CampaignCode, Version: 1, Objects: [brand('Aurelia'), brand('Lunaria')] },
      hq,
    )
    expect(body.Objects.map(({ ObjectValue }) => ObjectValue)).toEqual(['Aurelia', 'Lunaria'])
    expect(body.Objects[0]!.CampaignObjectId).toBe(created.Objects[0]!.CampaignObjectId)
    const { body: all } = await app.call(
      contract.listCampaignObjects,
      { Search: { CampaignCode: created.CampaignCode, Status: 'Deleted' } },
      hq,
    )
    expect(all.rows).toMatchObject([{ ObjectCode: 'Outlet', ObjectValue: 'KLCC' }])
  })
  test('campaign objects: adding an object twice returns the same object, and a removed object can be added again', async () => {
    const { CampaignCode } = await campaign(app)
    const klcc = { CampaignCode, ObjectCode: 'Outlet', ObjectValue: 'KLCC' } as const
    const first = (await app.call(contract.addCampaignObject, klcc, hq)).body
    expect((await app.call(contract.addCampaignObject, klcc, hq)).body.CampaignObjectId).toBe(first.CampaignObjectId)
    await app.call(contract.deleteCampaignObject, { CampaignObjectId: first.CampaignObjectId }, hq)
    expect((await app.call(contract.addCampaignObject, klcc, hq)).body.CampaignObjectId).not.toBe(
      first.CampaignObjectId,
    )
  })
})

describe('changing, ending and deleting a campaign', () => {
  test('campaign: an update of a stale version is rejected, and the reply has the current campaign', async () => {
    const { CampaignCode } = await campaign(app)
    const save = (CampaignName: string) =>
      app.call(contract.updateCampaign, { CampaignCode, Version: 1, CampaignName }, hq)
    expect((await save('Mine')).status).toBe(200)
    expect((await save('Yours')).refusal).toMatchObject({
      statusCode: 409,
      current: { CampaignName: 'Mine', Version: 2 },
    })
  })
  test('campaign: undoing a delete restores the previous status', async () => {
    const { CampaignCode } = await campaign(app, { Status: 'Draft' })
    await app.call(contract.deleteCampaign, { CampaignCode }, hq)
    expect((await app.call(contract.getCampaign, { CampaignCode }, hq)).status).toBe(404)
    expect((await app.call(contract.restoreCampaign, { CampaignCode }, hq)).body.Status).toBe('Draft')
  })
  test('nightly batch: campaigns end when their last day has passed, and not before', async () => {
    const past = await campaign(app, { StartDate: '2026-06-01', EndDate: '2026-06-02' })
    const today = await campaign(app, { StartDate: '2026-06-01', EndDate: '2026-06-03' })
    app.clock.set('2026-06-02T16:30:00Z')
    await runNightlyBatch(jobContext(app), nightlyBatchSteps)
    const statusOf = async ({ CampaignCode }: { CampaignCode: string }) =>
      (await app.call(contract.getCampaign, { CampaignCode }, hq)).body.Status
    expect([await statusOf(past), await statusOf(today)]).toEqual(['Ended', 'Active'])
    app.clock.set('2026-06-01T04:00:00Z')
  })
})

describe('target lists of a campaign', () => {
  const add = (more: Partial<Parameters<typeof app.call<typeof contract.addCampaignTargets>>[1]>, as = hq) =>
    app.call(contract.addCampaignTargets, { CampaignCode: '', ...more }, as)
  const listed = async (CampaignCode: string, as = hq, Search: object = {}) =>
    (await app.call(contract.listCampaignTargets, { Search: { CampaignCode, ...Search } }, as)).body

  test('target list: searched customers and pasted membership numbers are added once each, and unknown numbers are returned', async () => {
    const { CampaignCode } = await campaign(app)
    const [one, two] = [await member(app.db), await member(app.db)]
    const { body } = await add({
      CampaignCode,
      CustomerId: [one.CustomerId],
      Numbers: [one.MembershipNo, two.MembershipNo.toLowerCase(), 'JC99999999'],
    })
    expect(body).toMatchObject({ Added: 2, Already: 1, Excluded: 0, Unknown: ['JC99999999'] })
    expect(body.rows).toEqual((await listed(CampaignCode)).rows.toReversed())
    expect((await add({ CampaignCode, Numbers: [two.MembershipNo] })).body).toMatchObject({ Added: 0, Already: 1 })
    expect(await listed(CampaignCode)).toMatchObject({
      count: 2,
      rows: [
        { CustomerId: two.CustomerId, Source: 'Manual', ContactedAt: null, ConvertedInvoice: null, Status: 'Active' },
        { CustomerId: one.CustomerId, MembershipNo: one.MembershipNo, AddedAt: '2026-06-01T04:00:00.000Z' },
      ],
    })
  })
  test('target list: an excluded customer is removed and cannot be added again', async () => {
    const { CampaignCode } = await campaign(app)
    const { CustomerId } = await member(app.db)
    await add({ CampaignCode, CustomerId: [CustomerId] })
    expect((await add({ CampaignCode, CustomerId: [CustomerId], ExcludeYN: 'Y' })).body.Added).toBe(1)
    expect((await add({ CampaignCode, CustomerId: [CustomerId] })).body).toMatchObject({ Added: 0, Excluded: 1 })
    expect(await listed(CampaignCode, hq, { Status: 'Active' })).toMatchObject({ count: 0 })
    expect(await listed(CampaignCode, hq, { Status: 'Excluded' })).toMatchObject({ count: 1 })
  })
  test('target list: outlet staff see and add customers of their outlet only, and learn nothing about other numbers', async () => {
    const { CampaignCode } = await campaign(app)
    const ownCustomer = await member(app.db)
    const otherCustomer = await member(app.db, { outlet: 'PAV' })
    await add({ CampaignCode, CustomerId: [ownCustomer.CustomerId, otherCustomer.CustomerId] })
    expect((await listed(CampaignCode, outlet)).rows.map(({ CustomerId }) => CustomerId)).toEqual([
      ownCustomer.CustomerId,
    ])
    expect((await add({ CampaignCode, CustomerId: [otherCustomer.CustomerId] }, outlet)).status).toBe(403)
    expect((await add({ CampaignCode, Numbers: [otherCustomer.MembershipNo] }, outlet)).body).toMatchObject({
      Already: 0,
      Unknown: [otherCustomer.MembershipNo],
    })
    const [row] = (await listed(CampaignCode, hq, { OutletCode: 'PAV' })).rows
    expect((await app.call(contract.deleteCampaignTarget, { TargetListId: row!.TargetListId }, outlet)).status).toBe(
      404,
    )
  })
  test('target list: a target that was removed can be added again, and a target that was contacted cannot be removed', async () => {
    const { CampaignCode } = await campaign(app)
    const { CustomerId } = await member(app.db)
    await add({ CampaignCode, CustomerId: [CustomerId] })
    const TargetListId = (await listed(CampaignCode)).rows[0]!.TargetListId
    expect((await app.call(contract.deleteCampaignTarget, { TargetListId }, hq)).body.Status).toBe('Deleted')
    expect((await app.call(contract.deleteCampaignTarget, { TargetListId }, hq)).refusal?.code).toBe(
      'campaigns.target_deleted',
    )
    expect((await add({ CampaignCode, CustomerId: [CustomerId] })).body.Added).toBe(1)
    const addedAgain = (await listed(CampaignCode)).rows[0]!.TargetListId
    await app.sql(
      'update campaign_target set contacted_at = now(), counted_from = now() where target_list_id = $1',
      addedAgain,
    )
    expect((await app.call(contract.deleteCampaignTarget, { TargetListId: addedAgain }, hq)).refusal?.code).toBe(
      'campaigns.target_contacted',
    )
    expect((await app.call(contract.deleteCampaign, { CampaignCode }, hq)).refusal).toMatchObject({
      code: 'campaigns.in_use',
      params: { Contacted: 1 },
    })
  })
})
