import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import { Id, upperCaseText, Version } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

// Outlets and stock groups for which a reward is valid.

export const RewardObject = z.strictObject({
  RewardObjectId: Id,
  RewardId: Id,
  ObjectType: z.enum(['ProntoStockGroup', 'Building']),
  /** Code of the stock group or outlet for which the reward is valid. */
  ObjectValue: z.string(),
  /** Name of the stock group or outlet; null if the ERP no longer has the code. */
  ObjectName: z.string().nullable(),
  Status: z.enum(['Active', 'Deleted']),
  Version,
})
export type RewardObject = z.infer<typeof RewardObject>

const role = 'Rewards'
const objectScope = unnamedRows('HQ', row('reward object', 'RewardObjectId', 'everyone'))
const ObjectId = z.strictObject({ RewardObjectId: Id })

export const listRewardObjects = read({
  path: '/reward/objects/find-all',
  access: 'staff',
  scope: unnamedRows('shared', row('reward', 'Search.RewardId', 'everyone')),
  about: ['reward object'],
  summary: 'Outlets and stock groups of rewards; deleted ones only on request',
  body: pageQuery(
    { RewardId: Id, ObjectType: RewardObject.shape.ObjectType, Status: RewardObject.shape.Status },
    { rows: 100, sort: ['RewardObjectId', 'ObjectType', 'ObjectValue'] },
  ),
  reply: pageReply(RewardObject),
})

export const addRewardObject = change({
  path: '/reward/objects/add',
  access: { role },
  scope: unnamedRows('HQ', row('reward', 'RewardId', 'everyone')),
  about: ['reward object', 'reward'],
  summary: 'Adds an outlet or a stock group to a reward; an existing one is returned unchanged',
  status: 201,
  ignored: ignoreFields('A new object is Active', 'Status'),
  body: z.strictObject({ RewardId: Id, ObjectType: RewardObject.shape.ObjectType, ObjectValue: upperCaseText(40) }),
  reply: RewardObject,
})

export const updateRewardObject = change({
  path: '/reward/objects/update',
  access: { role },
  scope: objectScope,
  about: ['reward object', 'reward'],
  summary: 'Deletes or restores an outlet or a stock group of a reward',
  ignored: ignoreFields(
    'An object stays what it is: delete it and add another',
    'RewardId',
    'ObjectType',
    'ObjectValue',
  ),
  body: z.strictObject({ RewardObjectId: Id, Status: RewardObject.shape.Status }),
  reply: RewardObject,
})

export const deleteRewardObject = change({
  path: '/reward/objects/delete',
  access: { role },
  scope: objectScope,
  about: ['reward object', 'reward'],
  summary: 'Deletes an outlet or a stock group of a reward',
  body: ObjectId,
  reply: RewardObject,
})
