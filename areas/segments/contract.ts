import { z } from 'zod'
import { AddedTargets } from '#areas/campaigns/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  filterText,
  Id,
  Instant,
  optionalField,
  PersonName,
  text,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { ConditionGroup, ConditionTest, ValueKind } from './contract/conditions.ts'

export * from './contract/conditions.ts'

// SEGMENTS select customers by conditions on data of all areas. Head office uses them for target lists of campaigns.

export const segmentRefusals = {
  notFound: refusal(404, 'segments.not_found', 'Record not found'),
  deleted: refusal(409, 'segments.deleted', 'The segment is deleted'),
  notDeleted: refusal(409, 'segments.not_deleted', 'Only a deleted segment can be restored'),
  undoOver: refusal(409, 'segments.undo_over', 'A delete can be undone within 30 seconds only'),
  nameTaken: refusal(409, 'segments.name_taken', 'There is already a segment with the name {Name}'),
  unknownField: refusal(409, 'segments.unknown_field', 'There is no field {Field}'),
  wrongTest: refusal(409, 'segments.wrong_test', '{Field} cannot be asked in this way'),
  wrongValue: refusal(409, 'segments.wrong_value', 'This is no value for {Field}: {Value}'),
  noPeriod: refusal(409, 'segments.no_period', '{Field} takes no period'),
  needsPrivilege: refusal(403, 'segments.needs_privilege', 'You do not have permission to ask for {Field}'),
  tooLong: refusal(409, 'segments.too_long', 'A segment has at most {Most} conditions'),
}

/** Maximum number of conditions of a segment, because each condition is a join over all customers. */
export const SEGMENT_CONDITIONS_MAX = 24
/** Number of example customers in the preview of a segment. */
export const PREVIEW_SAMPLE_CUSTOMERS = 10

const SegmentStatus = z.enum(['Active', 'Inactive'])

export const Segment = z.strictObject({
  SegmentId: Id,
  Name: z.string(),
  Description: z.string().nullable(),
  Conditions: ConditionGroup,
  Status: z.enum(['Active', 'Inactive', 'Deleted']),
  /** Name of the person who created the segment. */
  OwnerName: PersonName.nullable(),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type Segment = z.infer<typeof Segment>

const fields = {
  Name: text(100),
  Description: optionalField(text(500)),
  Conditions: ConditionGroup,
  Status: SegmentStatus,
} as const

const access = { role: 'Campaign' } as const
const about = ['segment'] as const
const path = '/campaign/segments'
const byId = z.strictObject({ SegmentId: Id })
const one = unnamedRows('HQ', row('segment', 'SegmentId', 'everyone'))

export const listSegments = read({
  path: `${path}/find-all`,
  access,
  scope: unnamedRows('HQ'),
  about,
  summary: 'Lists segments; deleted segments only with the status Deleted',
  body: pageQuery(
    { Name: filterText, Status: Segment.shape.Status },
    { rows: 20, sort: ['Name', 'Status', 'OwnerName', 'UpdatedAt', 'CreatedAt'] },
  ),
  reply: pageReply(Segment),
})

export const getSegment = read({
  path: `${path}/find-one`,
  access,
  scope: one,
  about,
  summary: 'Returns one segment',
  body: byId,
  reply: Segment,
})

export const addSegment = change({
  path: `${path}/add`,
  access,
  scope: unnamedRows('HQ'),
  about,
  summary: 'Creates a segment from conditions on customers; conditions on sales need the privilege to see sales',
  status: 201,
  body: z.strictObject({ ...fields, Status: fields.Status.default('Active') }),
  reply: Segment,
})

export const updateSegment = change({
  path: `${path}/update`,
  access,
  scope: one,
  about,
  summary: 'Changes the fields that are sent; a stale Version is rejected. Live target lists follow the new conditions',
  body: z.strictObject(fields).partial().extend({ SegmentId: Id, Version }),
  reply: Segment,
})

export const deleteSegment = change({
  path: `${path}/delete`,
  access,
  scope: one,
  about,
  summary: 'Marks a segment as Deleted; its target lists stay',
  body: byId,
  reply: Segment,
})

export const restoreSegment = change({
  path: `${path}/restore`,
  access,
  scope: one,
  about,
  summary: 'Undoes a delete within 30 seconds',
  body: byId,
  reply: Segment,
})

/** A field for conditions. The area that owns the data contributes the field. */
export const SegmentField = z.strictObject({
  Field: z.string(),
  /** Area of the text that labels the field; Name is the key of the text. */
  Area: z.string(),
  Name: z.string(),
  /** Label that the company gave to a custom field; null if the field has a translated text. */
  Title: z.string().nullable(),
  Kind: ValueKind,
  Tests: z.array(ConditionTest),
  /** Y: a condition can have a period and then evaluates only events of that period. */
  PeriodYN: YN,
  /** Lookup list with the values of the field; null if the values have another source. */
  ListName: z.string().nullable(),
  OutletYN: YN,
  /** Fixed values of the field, which the client translates. */
  Words: z.array(z.string()),
  Options: z.array(z.strictObject({ Value: z.string(), Label: z.string() })),
})
export type SegmentField = z.infer<typeof SegmentField>

export const listSegmentFields = read({
  path: `${path}/fields`,
  access,
  scope: unnamedRows('HQ'),
  about: ['segment field', 'list item', 'building'],
  summary: 'Lists the fields that conditions can use, without those that need a privilege which the caller lacks',
  body: z.strictObject({}),
  reply: pageReply(SegmentField),
})

/** A matching customer, with enough data to tell customers of the same name apart. */
export const SegmentCustomer = z.strictObject({
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  MemberType: z.string(),
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  Status: z.string(),
})
export type SegmentCustomer = z.infer<typeof SegmentCustomer>

export const listSegmentCustomers = read({
  path: `${path}/customers`,
  access,
  scope: one,
  about: ['customer', 'segment'],
  summary: 'Lists the customers who match a segment today; conditions on sales need the privilege to see sales',
  body: pageQuery({}, { rows: 20, sort: ['FullName', 'RegisteredOutletCode'] }).extend({ SegmentId: Id }),
  reply: pageReply(SegmentCustomer),
})

/** How a segment fills a list: Snapshot adds matches once, Live follows the segment, Excluded keeps matches out. */
export const SegmentListMode = z.enum(['Snapshot', 'Live', 'Excluded'])

export const addSegmentToCampaign = change({
  path: `${path}/add-to-campaign`,
  access,
  scope: unnamedRows('HQ', row('segment', 'SegmentId', 'everyone'), row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign target', 'live list', 'campaign'],
  summary:
    'Adds the customers of a segment to the target list of a campaign, once or live, or to its exclusions; customers who are listed already stay unchanged',
  status: 201,
  idempotent: true,
  body: z.strictObject({ SegmentId: Id, CampaignCode: codeText(20), ListAs: SegmentListMode.default('Snapshot') }),
  reply: AddedTargets,
})

export const previewSegment = read({
  path: `${path}/preview`,
  access,
  scope: unnamedRows('HQ'),
  about: ['customer'],
  summary: 'Counts the customers who match conditions today, of how many, with examples',
  body: z.strictObject({ Conditions: ConditionGroup }),
  reply: z.strictObject({
    Count: z.int(),
    /** Number of all customers except deleted, merged and archived ones. */
    Of: z.int(),
    Sample: z.array(SegmentCustomer),
  }),
})
export type SegmentPreview = z.output<typeof previewSegment.reply>

export const explainSegment = read({
  path: `${path}/explain`,
  access,
  scope: unnamedRows('HQ', row('customer', 'CustomerId', 'HQ')),
  about: ['customer'],
  summary:
    'Explains whether a customer matches conditions: the result of each condition with the values of the customer',
  body: z.strictObject({ Conditions: ConditionGroup, CustomerId: Id }),
  reply: z.strictObject({
    /** Y: the customer matches all conditions together. */
    MeantYN: YN,
    /** Results of the conditions in depth-first order. */
    Conditions: z.array(
      z.strictObject({
        HoldsYN: YN,
        /** Values of the customer: none, one, or several for a field with many values. */
        Known: z.array(z.string()),
      }),
    ),
  }),
})
export type MatchExplanation = z.output<typeof explainSegment.reply>
