import { z } from 'zod'
import { ContactChannel, TargetSource, TargetStatus } from '#areas/campaigns/contract.ts'
import { DateOnly, Decimal, Id, Instant, Points, salesTotal, upperFilter, YN } from '#kit/contract/fields.ts'
import { customerColumns, Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  TargetListId: Id,
  CampaignCode: z.string(),
  CampaignName: z.string(),
  ...customerColumns,
  Status: TargetStatus,
  TargetSource,
  AddedAt: Instant,
  /** First contact. */
  ContactedAt: Instant.nullable(),
  /** Channel of the latest contact. */
  ContactChannel: ContactChannel.nullable(),
  /** Result of the latest contact, for messages from the contact log. */
  ContactResult: z.string().nullable(),
  /** Y: control group, not contacted. */
  ControlYN: YN,
  LastPurchase: DateOnly.nullable(),
  /** First purchase during the campaign that counts as conversion. */
  InvoiceNo: z.string().nullable(),
  /** Remaining amount of that purchase. */
  Net: salesTotal(),
  /** Points awarded by the campaign, net of reversals. */
  PointsGiven: Points,
  RewardsGiven: z.int(),
  /** Cost of these points and rewards. */
  CampaignCost: Decimal,
}

export const campaignTargets = report('campaignTargets', {
  summary: 'Targets of campaigns with contacts, purchases, points and rewards',
  filters: {
    CampaignCode: upperFilter,
    Status: TargetStatus,
    ContactedYN: YN,
    ConvertedYN: YN,
    ControlYN: YN,
    OutletCode: upperFilter,
    CardCategoryCode: upperFilter,
  },
  row,
  key: 'TargetListId',
  totals: {
    Targeted: z.int(),
    Contacted: z.int(),
    /** Of the contacted customers. */
    Converted: z.int(),
    ConversionRate: Percent.nullable(),
    Control: z.int(),
    ControlRate: Percent.nullable(),
    /** Difference in percentage points between contacted customers and control group. Null without control group or for several campaigns. */
    Lift: Percent.nullable(),
    Net: salesTotal(),
    /** Of the contacted customers. */
    ContactedNet: salesTotal(),
    PointsGiven: Points,
    RewardsGiven: z.int(),
    CampaignCost: Decimal,
  },
  sort: sortable(row, 'AddedAt'),
  about: ['campaign target', 'campaign', 'sale', 'customer'],
})
