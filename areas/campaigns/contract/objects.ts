import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { codeText, Id, text, Version } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'

// The objects of a campaign restrict it to outlets, card categories or products. Values of one kind are alternatives.
// A sale must match a value of every kind of object that the campaign has.
// A campaign without objects applies to all sales.

export const ObjectCode = z.enum(['Brand', 'ProductGroup', 'ProductType', 'StockGroup', 'Outlet', 'CardCategory'])
export type ObjectCode = z.infer<typeof ObjectCode>

export const objectRefusals = {
  notFound: refusal(404, 'campaigns.object_not_found', 'Record not found'),
  unknown: refusal(409, 'campaigns.object_unknown', '{ObjectValue} is not in the list {ObjectCode}'),
}

export const CampaignObject = z.strictObject({
  CampaignObjectId: Id,
  CampaignCode: z.string(),
  ObjectCode,
  /** The code of an outlet, group or card category; the text of a brand or product type. */
  ObjectValue: z.string(),
  /** Display name; null if the outlet, group or category no longer exists. */
  ObjectName: z.string().nullable(),
  Status: z.enum(['Active', 'Deleted']),
  Version,
})
export type CampaignObject = z.infer<typeof CampaignObject>

export const NewObject = z.strictObject({ ObjectCode, ObjectValue: text(100) })
export type NewObject = z.infer<typeof NewObject>

const role = 'Campaign'
const path = '/campaign/objects'
const about = ['campaign object', 'campaign'] as const

export const listCampaignObjects = read({
  path: `${path}/find-all`,
  access: { role: [role, 'Campaign Target List'] },
  scope: unnamedRows('shared', row('campaign', 'Search.CampaignCode', 'everyone')),
  about,
  summary: 'Lists the objects of campaigns; removed objects only with the status Deleted',
  body: pageQuery(
    { CampaignCode: codeText(20), ObjectCode, Status: CampaignObject.shape.Status },
    { rows: 1000, sort: ['CampaignObjectId', 'ObjectCode', 'ObjectValue'], whole: true },
  ),
  reply: pageReply(CampaignObject),
})

export const addCampaignObject = change({
  path: `${path}/add`,
  access: { role },
  scope: unnamedRows('HQ', row('campaign', 'CampaignCode', 'everyone')),
  about,
  summary: 'Adds an object to a campaign; returns the present object if it exists already',
  status: 201,
  body: NewObject.extend({ CampaignCode: codeText(20) }),
  reply: CampaignObject,
})

export const deleteCampaignObject = change({
  path: `${path}/delete`,
  access: { role },
  scope: unnamedRows('HQ', row('campaign object', 'CampaignObjectId', 'everyone')),
  about,
  summary: 'Removes an object from a campaign',
  body: z.strictObject({ CampaignObjectId: Id }),
  reply: CampaignObject,
})
