import { z } from 'zod'
import { ContactType } from '#areas/messages/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  code,
  filterText,
  Id,
  Instant,
  membershipFilter,
  membershipNumber,
  optional,
  PersonName,
  text,
  upperFilter,
  YN,
} from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { listRoles } from './campaigns.ts'

// WHOM A CAMPAIGN IS FOR. Staff of an outlet keep to the customers of their outlet, head office sees the whole list.

/** Excluded: not to be contacted, whatever else would add them. */
export const TargetStatus = z.enum(['Active', 'Excluded', 'Deleted'])
export const TargetSource = z.enum(['Manual', 'Import', 'Segment', 'Report'])
export type TargetSource = z.infer<typeof TargetSource>

export const ContactChannel = z.enum([...ContactType.options, 'WhatsApp', 'Call', 'Mail'])
/** What came of a contact by hand. */
export const HandResult = z.enum(['Reached', 'No answer', 'Interested', 'Not interested', 'Wrong number'])

/** Numbers of one call; a longer file comes in several. */
export const NUMBERS_MOST = 5000

export const targetRefusals = {
  notFound: refusal(404, 'campaigns.target_not_found', 'Record not found'),
  deleted: refusal(409, 'campaigns.target_deleted', 'The customer is not on the list any more'),
  contacted: refusal(
    409,
    'campaigns.target_contacted',
    'This customer was already contacted, and stays on the list so that its result stays true. Exclude the customer instead',
  ),
  nobody: refusal(400, 'campaigns.nobody', 'Name customers or membership numbers'),
  control: refusal(
    409,
    'campaigns.in_control_group',
    'This customer is in the control group, which is not contacted about the campaign',
  ),
  excluded: refusal(409, 'campaigns.excluded', 'This customer is excluded from the campaign'),
}

export const Target = z.strictObject({
  TargetListId: Id,
  CampaignCode: z.string(),
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  Source: TargetSource,
  /** The segment, file or report that it came from. */
  SourceName: z.string().nullable(),
  AddedByName: PersonName.nullable(),
  AddedAt: Instant,
  /** The first time. */
  ContactedAt: Instant.nullable(),
  /** Of the latest. */
  Channel: ContactChannel.nullable(),
  /** What became of the latest: of a message what the contact log says of it now. */
  Result: z.string().nullable(),
  /** The first purchase that counts. */
  ConvertedInvoice: z.string().nullable(),
  /** Y: is not written to, so that there is something to compare with. */
  ControlYN: YN,
  Status: TargetStatus,
})
export type Target = z.infer<typeof Target>

const role = listRoles
const path = '/campaign/target-lists'
const about = ['campaign target'] as const
const named = rows(row('campaign target', 'TargetListId', 'looked up'))

export const listTargets = read({
  path: `${path}/find-all`,
  access: { role },
  scope: noRow('own outlet', row('campaign', 'Search.CampaignCode', 'everyone')),
  about: ['campaign target', 'customer'],
  summary: 'Who is on target lists, those of the own outlet; who was taken off only when asked for',
  body: pageQuery(
    {
      CampaignCode: code(20),
      Name: filterText,
      MembershipNo: membershipFilter,
      Source: TargetSource,
      Status: TargetStatus,
      OutletCode: upperFilter,
      ContactedYN: YN,
      ConvertedYN: YN,
      ControlYN: YN,
    },
    { rows: 20, sort: ['TargetListId', 'FullName', 'AddedAt', 'ContactedAt'], direction: 'DESC' },
  ),
  reply: pageOf(Target),
})

export const Added = z.strictObject({
  Added: z.int(),
  /** Were on the list before, or named twice. */
  Already: z.int(),
  /** Stayed off it, because they are excluded from the campaign. */
  Excluded: z.int(),
  /** Numbers that no customer of one's own has, each as it was written. */
  Unknown: z.array(z.string()),
})
export type Added = z.infer<typeof Added>

export const addTargets = change({
  path: `${path}/add`,
  access: { role },
  scope: noRow('own outlet', row('campaign', 'CampaignCode', 'everyone'), row('customer', 'CustomerId', 'looked up')),
  about,
  summary:
    'Puts customers on the target list of a campaign, or on its exclusions; who is there already is counted and left as they are',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    CampaignCode: code(20),
    CustomerId: z.array(Id).max(NUMBERS_MOST).optional(),
    /** Membership numbers, as they were pasted or stood in a file. */
    Numbers: z.array(membershipNumber).max(NUMBERS_MOST).optional(),
    Source: z.enum(['Manual', 'Import', 'Report']).default('Manual'),
    SourceName: optional(text(200)),
    /** Y: not to be contacted. Anyone who is on the list already is taken off it for that. */
    ExcludeYN: YN.default('N'),
  }),
  reply: Added.extend({ rows: z.array(Target).describe('The rows that were created, or excluded') }),
})

export const deleteTarget = change({
  path: `${path}/delete`,
  access: { role },
  scope: named,
  about,
  summary: 'Takes somebody off a target list or off its exclusions, unless they were contacted',
  body: z.strictObject({ TargetListId: Id }),
  reply: Target,
})
