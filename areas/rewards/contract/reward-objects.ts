import { z } from 'zod'
import { change, ignoring, read } from '#kit/contract/endpoint.ts'
import { Id, upperText, Version } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { noRow, row } from '#kit/contract/scope.ts'

// WHERE A REWARD IS VALID, AND ON WHICH GOODS.

export const RewardObject = z.strictObject({
  RewardObjectId: Id,
  RewardId: Id,
  ObjectType: z.enum(['ProntoStockGroup', 'Building']),
  /** The code of a stock group, or of an outlet. */
  ObjectValue: z.string(),
  /** What it is called; null where the ERP took it back. */
  ObjectName: z.string().nullable(),
  Status: z.enum(['Active', 'Deleted']),
  Version,
})
export type RewardObject = z.infer<typeof RewardObject>

const role = 'Rewards'
const objectNamed = noRow('HQ', row('reward object', 'RewardObjectId', 'everyone'))
const ObjectId = z.strictObject({ RewardObjectId: Id })

export const listRewardObjects = read({
  path: '/reward/objects/find-all',
  access: 'staff',
  scope: noRow('shared', row('reward', 'Search.RewardId', 'everyone')),
  about: ['reward object'],
  summary: 'The outlets and stock groups that rewards are for; deleted ones only when asked for',
  body: pageQuery(
    { RewardId: Id, ObjectType: RewardObject.shape.ObjectType, Status: RewardObject.shape.Status },
    { rows: 100, sort: ['RewardObjectId', 'ObjectType', 'ObjectValue'] },
  ),
  reply: pageOf(RewardObject),
})

export const addRewardObject = change({
  path: '/reward/objects/add',
  access: { role },
  scope: noRow('HQ', row('reward', 'RewardId', 'everyone')),
  about: ['reward object', 'reward'],
  summary: 'Names an outlet or a stock group that a reward is for; one that is named already is answered as it is',
  status: 201,
  ignored: ignoring('A new object is Active', 'Status'),
  body: z.strictObject({ RewardId: Id, ObjectType: RewardObject.shape.ObjectType, ObjectValue: upperText(40) }),
  reply: RewardObject,
})

export const updateRewardObject = change({
  path: '/reward/objects/update',
  access: { role },
  scope: objectNamed,
  about: ['reward object', 'reward'],
  summary: 'Takes an outlet or a stock group of a reward back, or names it again',
  ignored: ignoring('An object stays what it is: delete it and add another', 'RewardId', 'ObjectType', 'ObjectValue'),
  body: z.strictObject({ RewardObjectId: Id, Status: RewardObject.shape.Status }),
  reply: RewardObject,
})

export const deleteRewardObject = change({
  path: '/reward/objects/delete',
  access: { role },
  scope: objectNamed,
  about: ['reward object', 'reward'],
  summary: 'Takes an outlet or a stock group of a reward back',
  body: ObjectId,
  reply: RewardObject,
})
