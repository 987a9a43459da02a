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
  /** The first time. */
  ContactedAt: Instant.nullable(),
  /** Of the latest contact. */
  ContactChannel: ContactChannel.nullable(),
  /** What became of it: of a message what the contact log says now. */
  ContactResult: z.string().nullable(),
  /** Y: is not contacted, so that there is something to compare with. */
  ControlYN: YN,
  LastPurchase: DateOnly.nullable(),
  /** The first purchase in the days of the campaign that counts for it. */
  InvoiceNo: z.string().nullable(),
  /** What is left of that purchase. */
  Net: salesTotal(),
  /** What the campaign gave and did not take back. */
  PointsGiven: Points,
  RewardsGiven: z.int(),
  /** Of these points and rewards, by the cost of a point and of the reward. */
  CampaignCost: Decimal,
}

export const campaignTargets = report('campaignTargets', {
  summary: 'Who is on the target lists of campaigns, whether they were contacted, what they bought and were given',
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
    /** Of those who were contacted. */
    Converted: z.int(),
    ConversionRate: Percent.nullable(),
    Control: z.int(),
    ControlRate: Percent.nullable(),
    /** Percentage points between those who were contacted and the control group; null without one, or of several campaigns. */
    Lift: Percent.nullable(),
    Net: salesTotal(),
    /** Of those who were contacted. */
    ContactedNet: salesTotal(),
    PointsGiven: Points,
    RewardsGiven: z.int(),
    CampaignCost: Decimal,
  },
  sort: sortable(row, 'AddedAt'),
  about: ['campaign target', 'campaign', 'sale', 'customer'],
})
