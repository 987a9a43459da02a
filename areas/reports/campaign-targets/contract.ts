import { z } from 'zod'
import { ContactChannel, TargetSource, TargetStatus } from '#areas/campaigns/contract.ts'
import { DateOnly, Decimal, Id, Instant, Points, salesTotalField, upperCaseFilter, YN } from '#kit/contract/fields.ts'
import { customerReportColumns, Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  TargetListId: Id,
  CampaignCode: z.string(),
  CampaignName: z.string(),
  ...customerReportColumns,
  Status: TargetStatus,
  TargetSource,
  AddedAt: Instant,
  /** Time of the first contact with the customer in the campaign. */
  ContactedAt: Instant.nullable(),
  /** Channel of the latest contact with the customer. */
  ContactChannel: ContactChannel.nullable(),
  /** Result of the latest contact; for messages it comes from the contact log. */
  ContactResult: z.string().nullable(),
  /** Y: the customer is in the control group and was not contacted. */
  ControlYN: YN,
  LastPurchase: DateOnly.nullable(),
  /** Invoice number of the customer's conversion, the first purchase during the campaign that counts. */
  InvoiceNo: z.string().nullable(),
  /** Net amount of the purchase that counts as conversion, less returns. */
  Net: salesTotalField(),
  /** Points that the campaign awarded less reversed points. */
  PointsGiven: Points,
  RewardsGiven: z.int(),
  /** Cost of the points and rewards that the campaign awarded. */
  CampaignCost: Decimal,
}

export const campaignTargetsReport = declareReport('campaignTargets', {
  summary: 'Targets of campaigns with contacts, purchases, points and rewards',
  filters: {
    CampaignCode: upperCaseFilter,
    Status: TargetStatus,
    ContactedYN: YN,
    ConvertedYN: YN,
    ControlYN: YN,
    OutletCode: upperCaseFilter,
    CardCategoryCode: upperCaseFilter,
  },
  row,
  key: 'TargetListId',
  totals: {
    Targeted: z.int(),
    Contacted: z.int(),
    /** Number of contacted customers with a purchase that counts as conversion. */
    Converted: z.int(),
    ConversionRate: Percent.nullable(),
    Control: z.int(),
    ControlRate: Percent.nullable(),
    /** Lift over the control group in percentage points; null without a control group or for several campaigns. */
    Lift: Percent.nullable(),
    Net: salesTotalField(),
    /** Net sales to contacted customers. */
    ContactedNet: salesTotalField(),
    PointsGiven: Points,
    RewardsGiven: z.int(),
    CampaignCost: Decimal,
  },
  sort: listSortableColumns(row, 'AddedAt'),
  about: ['campaign target', 'campaign', 'sale', 'customer'],
})
