import { z } from 'zod'
import { ContactType } from '#areas/messages/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  codeText,
  filterText,
  Id,
  Instant,
  membershipFilter,
  membershipNumber,
  optionalField,
  PersonName,
  text,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { campaignReadRoles } from './campaigns.ts'

// A target list contains the customers of a campaign.
// In target lists outlet staff see customers of their outlet, and head office sees all customers.

/** An Excluded customer must not be contacted, whatever else would add the customer. */
export const TargetStatus = z.enum(['Active', 'Excluded', 'Deleted'])
export const TargetSource = z.enum(['Manual', 'Import', 'Segment', 'Report'])
export type TargetSource = z.infer<typeof TargetSource>

export const ContactChannel = z.enum([...ContactType.options, 'WhatsApp', 'Call', 'Mail'])
/** Result of a contact recorded by staff. */
export const ManualResult = z.enum(['Reached', 'No answer', 'Interested', 'Not interested', 'Wrong number'])

/** Maximum number of membership numbers in one call; the client splits longer files. */
export const MEMBERSHIP_NUMBERS_MAX = 5000

export const targetRefusals = {
  notFound: refusal(404, 'campaigns.target_not_found', 'Record not found'),
  deleted: refusal(409, 'campaigns.target_deleted', 'The customer is no longer on the list'),
  contacted: refusal(
    409,
    'campaigns.target_contacted',
    'This customer was already contacted, and stays on the list so that its result stays true. Exclude the customer instead',
  ),
  noCustomers: refusal(400, 'campaigns.nobody', 'Name customers or membership numbers'),
  control: refusal(
    409,
    'campaigns.in_control_group',
    'This customer is in the control group, which is not contacted about the campaign',
  ),
  excluded: refusal(409, 'campaigns.excluded', 'This customer is excluded from the campaign'),
}

export const CampaignTarget = z.strictObject({
  TargetListId: Id,
  CampaignCode: z.string(),
  CustomerId: Id,
  FullName: PersonName,
  MembershipNo: z.string().nullable(),
  CardCategoryName: z.string().nullable(),
  Color: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  Source: TargetSource,
  /** Name of the segment, file or report. */
  SourceName: z.string().nullable(),
  AddedByName: PersonName.nullable(),
  AddedAt: Instant,
  /** Time of the first contact. */
  ContactedAt: Instant.nullable(),
  /** Channel of the latest contact. */
  Channel: ContactChannel.nullable(),
  /** Result of the latest contact; for a message its current result in the contact log. */
  Result: z.string().nullable(),
  /** Invoice of the first purchase that counts as a conversion. */
  ConvertedInvoice: z.string().nullable(),
  /** Y: the target is in the control group and gets no message. */
  ControlYN: YN,
  Status: TargetStatus,
})
export type CampaignTarget = z.infer<typeof CampaignTarget>

const role = campaignReadRoles
const path = '/campaign/target-lists'
const about = ['campaign target'] as const
const named = namedRows(row('campaign target', 'TargetListId', 'looked up'))

export const listCampaignTargets = read({
  path: `${path}/find-all`,
  access: { role },
  scope: unnamedRows('own outlet', row('campaign', 'Search.CampaignCode', 'everyone')),
  about: ['campaign target', 'customer'],
  summary: 'Lists targets, for outlet staff those of their outlet; removed targets only with the status Deleted',
  body: pageQuery(
    {
      CampaignCode: codeText(20),
      Name: filterText,
      MembershipNo: membershipFilter,
      Source: TargetSource,
      Status: TargetStatus,
      OutletCode: upperCaseFilter,
      ContactedYN: YN,
      ConvertedYN: YN,
      ControlYN: YN,
    },
    { rows: 20, sort: ['TargetListId', 'FullName', 'AddedAt', 'ContactedAt'], direction: 'DESC' },
  ),
  reply: pageReply(CampaignTarget),
})

export const AddedTargets = z.strictObject({
  Added: z.int(),
  /** The number of customers who were already on the list or were named twice. */
  Already: z.int(),
  /** The number of customers who were not added because they are excluded from the campaign. */
  Excluded: z.int(),
  /** Entered numbers that match no customer visible to the caller. */
  Unknown: z.array(z.string()),
})
export type AddedTargets = z.infer<typeof AddedTargets>

export const addCampaignTargets = change({
  path: `${path}/add`,
  access: { role },
  scope: unnamedRows(
    'own outlet',
    row('campaign', 'CampaignCode', 'everyone'),
    row('customer', 'CustomerId', 'looked up'),
  ),
  about,
  summary:
    'Adds customers to the target list of a campaign, or to its exclusions; customers who are listed already are counted and left unchanged',
  status: 201,
  idempotent: true,
  body: z.strictObject({
    CampaignCode: codeText(20),
    CustomerId: z.array(Id).max(MEMBERSHIP_NUMBERS_MAX).optional(),
    /** Membership numbers from pasted text or from a file. */
    Numbers: z.array(membershipNumber).max(MEMBERSHIP_NUMBERS_MAX).optional(),
    Source: z.enum(['Manual', 'Import', 'Report']).default('Manual'),
    SourceName: optionalField(text(200)),
    /** Y excludes the customers from the campaign, even those already on the list. */
    ExcludeYN: YN.default('N'),
  }),
  reply: AddedTargets.extend({ rows: z.array(CampaignTarget).describe('The rows that were created, or excluded') }),
})

export const deleteCampaignTarget = change({
  path: `${path}/delete`,
  access: { role },
  scope: named,
  about,
  summary: 'Removes a customer from a target list or from its exclusions, unless the customer was contacted',
  body: z.strictObject({ TargetListId: Id }),
  reply: CampaignTarget,
})
