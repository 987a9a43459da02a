import { z } from 'zod'
import { LeadSourceType } from '#areas/customers/contract/lead-sources.ts'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, filterText, Id, Instant, PersonName, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { SetupRecordStatus } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow } from '#kit/contract/scope.ts'

const Day = z.string()

/** Anyone who imports leads, and anyone who keeps their sources, sees what became of them. */
export const prospectRoles = ['Import Leads', 'Lead Source'] as const

export const prospectRefusals = {
  otherOutlet: refusal(403, 'leads.other_outlet', 'You can only view the prospects of your own outlet'),
}

/** A customer whom an import of leads made, and what became of them since that day. */
export const Prospect = z.strictObject({
  ProspectId: Id,
  LeadSourceId: Id,
  LeadSourceCode: z.string(),
  LeadSourceName: z.string(),
  CustomerId: Id,
  MembershipNo: z.string().nullable(),
  FullName: PersonName,
  IdType: z.string().nullable(),
  /** Masked. */
  IdNo: z.string().regex(/\*/).nullable().meta({ masked: true }),
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  OutletCode: z.string(),
  MemberType: z.string(),
  Status: z.string(),
  CreatedAt: Instant,
  CreatedByName: PersonName.nullable(),
  /** The day on which they became a premium member, if that was afterwards. */
  PremiumSince: Day.nullable(),
  FirstPurchaseDate: Day.nullable(),
  NetSales: salesTotal(),
})
export type Prospect = z.infer<typeof Prospect>

/** What one lead source brought. */
export const LeadSourceResult = z.strictObject({
  LeadSourceId: Id,
  Code: z.string(),
  Name: z.string(),
  Type: LeadSourceType,
  EventDate: Day.nullable(),
  OutletCode: z.string().nullable(),
  Status: z.string(),
  Prospects: z.int(),
  /** Of them became premium members since. */
  PremiumMembers: z.int(),
  /** Of them bought since, and did not bring everything back. */
  Buyers: z.int(),
  NetSales: salesTotal(),
  /** Buyers per hundred prospects; null where there are none. */
  ConversionRate: z.string().nullable(),
})
export type LeadSourceResult = z.infer<typeof LeadSourceResult>

const access = { role: prospectRoles }

export const listProspects = read({
  path: '/customer/lead-sources/prospects/find-all',
  access,
  scope: noRow('own outlet'),
  about: ['lead prospect', 'customer'],
  summary: 'Customers whom imports of leads made, with their lead source; staff of an outlet see those of their own',
  body: pageQuery(
    {
      LeadSourceId: Id,
      FullName: filterText,
      OutletCode: upperFilter,
      MemberType: z.enum(['Premium Member', 'Non-Premium Member']),
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    { rows: 20, sort: ['CreatedAt', 'FullName', 'LeadSourceCode', 'OutletCode'], direction: 'DESC' },
  ),
  reply: pageOf(Prospect),
})

export const listLeadSourceResults = read({
  path: '/customer/lead-sources/results',
  access,
  scope: noRow('own outlet'),
  about: ['lead prospect', 'lead source'],
  summary: 'By lead source: the prospects that came within the days asked for, and how many became members and bought',
  body: pageQuery(
    {
      Code: upperFilter,
      Name: filterText,
      Type: LeadSourceType,
      Status: SetupRecordStatus,
      /** Of the customers. */
      OutletCode: upperFilter,
      DateFrom: DateOnly,
      DateTo: DateOnly,
    },
    {
      rows: 20,
      sort: ['Prospects', 'PremiumMembers', 'Buyers', 'ConversionRate', 'Code', 'Name', 'EventDate'],
      direction: 'DESC',
    },
  ),
  reply: pageOf(LeadSourceResult),
})
