import { TargetStatus } from '#areas/campaigns/contract.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { loadCampaignChoices } from '../web/choices.ts'
import { createReportPage } from '../web/engine/page.ts'
import { campaignTargetsReport } from './contract.ts'

export const campaignTargetsPage = createReportPage(campaignTargetsReport, {
  columns: [
    { field: 'CustomerName', second: 'MembershipNo' },
    { field: 'CampaignName', second: 'CampaignCode' },
    'Status',
    { field: 'ContactedAt', second: 'ContactChannel' },
    'ContactResult',
    { field: 'LastPurchase', as: 'date' },
    'InvoiceNo',
    'Net',
    { field: 'CampaignCost', as: 'money' },
  ],
  optional: [
    'PointsGiven',
    'RewardsGiven',
    'TargetSource',
    'AddedAt',
    'ControlYN',
    'CardCategoryCode',
    'MemberType',
    'RegisteredOutletCode',
  ],
  search: {
    CampaignCode: { choices: loadCampaignChoices },
    OutletCode: 'outlet',
    Status: TargetStatus.options,
    ContactedYN: 'yes-no',
    ConvertedYN: 'yes-no',
    ControlYN: 'yes-no',
    CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
  },
  figures: ['Contacted', 'ConversionRate', 'Lift', 'ContactedNet'],
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  meanings: ['converted', 'lift', 'campaignCost'],
})
