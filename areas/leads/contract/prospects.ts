import { z } from 'zod'
import { LeadSourceType } from '#areas/customers/contract/lead-sources.ts'
import { read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  filterText,
  Id,
  Instant,
  PersonName,
  salesTotalField,
  upperCaseFilter,
} from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { SetupRecordStatus } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

const Day = z.string()

/** The roles that import leads or manage their sources. */
export const prospectRoles = ['Import Leads', 'Lead Source'] as const

export const prospectRefusals = {
  otherOutlet: refusal(403, 'leads.other_outlet', 'You can only view the prospects of your own outlet'),
}

/** A customer created by an import of leads, with the results since then. */
export const Prospect = z.strictObject({
  ProspectId: Id,
  LeadSourceId: Id,
  LeadSourceCode: z.string(),
  LeadSourceName: z.string(),
  CustomerId: Id,
  MembershipNo: z.string().nullable(),
  FullName: PersonName,
  IdType: z.string().nullable(),
  /** The identity number, masked. */
  IdNo: z.string().regex(/\*/).nullable().meta({ masked: true }),
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  OutletCode: z.string(),
  MemberType: z.string(),
  Status: z.string(),
  CreatedAt: Instant,
  CreatedByName: PersonName.nullable(),
  /** The day on which the prospect became a premium member, if after the import. */
  PremiumSince: Day.nullable(),
  FirstPurchaseDate: Day.nullable(),
  NetSales: salesTotalField(),
})
export type Prospect = z.infer<typeof Prospect>

/** Results of one lead source. */
export const LeadSourceResult = z.strictObject({
  LeadSourceId: Id,
  Code: z.string(),
  Name: z.string(),
  Type: LeadSourceType,
  EventDate: Day.nullable(),
  OutletCode: z.string().nullable(),
  Status: z.string(),
  Prospects: z.int(),
  /** Prospects who have become premium members since their import. */
  PremiumMembers: z.int(),
  /** Prospects who have purchased since their import and not returned everything. */
  Buyers: z.int(),
  NetSales: salesTotalField(),
  /** Percentage of prospects who purchased; null for a source without prospects. */
  ConversionRate: z.string().nullable(),
})
export type LeadSourceResult = z.infer<typeof LeadSourceResult>

const access = { role: prospectRoles }

export const listProspects = read({
  path: '/customer/lead-sources/prospects/find-all',
  access,
  scope: unnamedRows('own outlet'),
  about: ['lead prospect', 'customer'],
  summary:
    'Lists customers created by imports of leads, with their lead source; outlet staff see customers of their outlet',
  body: pageQuery(
    {
      LeadSourceId: Id,
      FullName: filterText,
      OutletCode: upperCaseFilter,
      MemberType: z.enum(['Premium Member', 'Non-Premium Member']),
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 20, sort: ['CreatedAt', 'FullName', 'LeadSourceCode', 'OutletCode'], direction: 'DESC' },
  ),
  reply: pageReply(Prospect),
})

export const listLeadSourceResults = read({
  path: '/customer/lead-sources/results',
  access,
  scope: unnamedRows('own outlet'),
  about: ['lead prospect', 'lead source'],
  summary:
    'Lists the results by lead source: prospects within the given days, and how many became members and purchased',
  body: pageQuery(
    {
      Code: upperCaseFilter,
      Name: filterText,
      Type: LeadSourceType,
      Status: SetupRecordStatus,
      /** Outlet where the customers are registered. */
      OutletCode: upperCaseFilter,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    {
      rows: 20,
      sort: ['Prospects', 'PremiumMembers', 'Buyers', 'ConversionRate', 'Code', 'Name', 'EventDate'],
      direction: 'DESC',
    },
  ),
  reply: pageReply(LeadSourceResult),
})
