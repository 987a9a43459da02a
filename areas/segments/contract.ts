import { z } from 'zod'
import { Added } from '#areas/campaigns/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { code, filterText, Id, Instant, optional, PersonName, text, Version, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row } from '#kit/contract/scope.ts'
import { Group, Kind, Test } from './contract/conditions.ts'

export * from './contract/conditions.ts'

// SEGMENTS: who is meant, by conditions on what every area knows of customers. Head office keeps them, and chooses by them whom a
// campaign is for.

export const refusals = {
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

/** Each is a join over all customers. */
export const ALL_CONDITIONS_MAX = 24
/** As many customers as are shown while one builds. */
export const SAMPLE = 10

const SegmentStatus = z.enum(['Active', 'Inactive'])

export const Segment = z.strictObject({
  SegmentId: Id,
  Name: z.string(),
  Description: z.string().nullable(),
  Conditions: Group,
  Status: z.enum(['Active', 'Inactive', 'Deleted']),
  /** Who keeps it. */
  OwnerName: PersonName.nullable(),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type Segment = z.infer<typeof Segment>

const fields = {
  Name: text(100),
  Description: optional(text(500)),
  Conditions: Group,
  Status: SegmentStatus,
} as const

const access = { role: 'Campaign' } as const
const about = ['segment'] as const
const path = '/campaign/segments'
const byId = z.strictObject({ SegmentId: Id })
const one = noRow('HQ', row('segment', 'SegmentId', 'everyone'))

export const listSegments = read({
  path: `${path}/find-all`,
  access,
  scope: noRow('HQ'),
  about,
  summary: 'Segments; deleted ones only when asked for',
  body: pageQuery(
    { Name: filterText, Status: Segment.shape.Status },
    { rows: 20, sort: ['Name', 'Status', 'OwnerName', 'UpdatedAt', 'CreatedAt'] },
  ),
  reply: pageOf(Segment),
})

export const getSegment = read({
  path: `${path}/find-one`,
  access,
  scope: one,
  about,
  summary: 'One segment',
  body: byId,
  reply: Segment,
})

export const addSegment = change({
  path: `${path}/add`,
  access,
  scope: noRow('HQ'),
  about,
  summary: 'Keeps conditions on customers under a name; a condition on sales needs the privilege to see them',
  status: 201,
  body: z.strictObject({ ...fields, Status: fields.Status.default('Active') }),
  reply: Segment,
})

export const updateSegment = change({
  path: `${path}/update`,
  access,
  scope: one,
  about,
  summary:
    'Changes the fields that are sent; a stale Version is refused. Live target lists follow what it means from then on',
  body: z.strictObject(fields).partial().extend({ SegmentId: Id, Version }),
  reply: Segment,
})

export const deleteSegment = change({
  path: `${path}/delete`,
  access,
  scope: one,
  about,
  summary: 'Marks a segment as Deleted; target lists that were made of it stay',
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

/** A field that conditions may ask for, as the area that knows it brings it. */
export const SegmentField = z.strictObject({
  Field: z.string(),
  /** Whose words name it, and under which name. */
  Area: z.string(),
  Name: z.string(),
  /** What people called it themselves, where it has no text. */
  Title: z.string().nullable(),
  Kind,
  Tests: z.array(Test),
  /** Asked for what happened in a time. */
  PeriodYN: YN,
  /** Its values: those of a lookup list, the outlets, words of the product, or the entries beside. */
  ListName: z.string().nullable(),
  OutletYN: YN,
  /** Words of the product, which pages translate. */
  Words: z.array(z.string()),
  Options: z.array(z.strictObject({ Value: z.string(), Label: z.string() })),
})
export type SegmentField = z.infer<typeof SegmentField>

export const listSegmentFields = read({
  path: `${path}/fields`,
  access,
  scope: noRow('HQ'),
  about: ['segment field', 'list item', 'building'],
  summary: 'What conditions may ask for; without those that need a privilege which the caller lacks',
  body: z.strictObject({}),
  reply: pageOf(SegmentField),
})

/** Somebody whom conditions mean: enough to tell namesakes apart. */
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
  summary: 'Everybody whom a segment means today; a condition on sales needs the privilege to see them',
  body: pageQuery({}, { rows: 20, sort: ['FullName', 'RegisteredOutletCode'] }).extend({ SegmentId: Id }),
  reply: pageOf(SegmentCustomer),
})

/** Snapshot: as it means them at this moment. Live: from now on. Excluded: not to be contacted. */
export const ListAs = z.enum(['Snapshot', 'Live', 'Excluded'])

export const addSegmentToCampaign = change({
  path: `${path}/add-to-campaign`,
  access,
  scope: noRow('HQ', row('segment', 'SegmentId', 'everyone'), row('campaign', 'CampaignCode', 'everyone')),
  about: ['campaign target', 'live list', 'campaign'],
  summary:
    'Puts everybody whom a segment means on the target list of a campaign, today or from now on, or on its exclusions; who is there already stays as they are',
  status: 201,
  idempotent: true,
  body: z.strictObject({ SegmentId: Id, CampaignCode: code(20), ListAs: ListAs.default('Snapshot') }),
  reply: Added,
})

export const previewSegment = read({
  path: `${path}/preview`,
  access,
  scope: noRow('HQ'),
  about: ['customer'],
  summary: 'How many customers these conditions mean today, of how many, and some of them',
  body: z.strictObject({ Conditions: Group }),
  reply: z.strictObject({
    Count: z.int(),
    /** All customers, without deleted, merged and archived ones. */
    Of: z.int(),
    Sample: z.array(SegmentCustomer),
  }),
})
export type Preview = z.output<typeof previewSegment.reply>

export const explainSegment = read({
  path: `${path}/explain`,
  access,
  scope: noRow('HQ', row('customer', 'CustomerId', 'HQ')),
  about: ['customer'],
  summary: 'Why these conditions mean this customer, or why not: each condition, and what is known of the customer',
  body: z.strictObject({ Conditions: Group, CustomerId: Id }),
  reply: z.strictObject({
    /** Whether all of it together means the customer. */
    MeantYN: YN,
    /** In the order in which the conditions stand, groups and all. */
    Conditions: z.array(
      z.strictObject({
        HoldsYN: YN,
        /** None, one, or several of a field with many. */
        Known: z.array(z.string()),
      }),
    ),
  }),
})
export type Explanation = z.output<typeof explainSegment.reply>
