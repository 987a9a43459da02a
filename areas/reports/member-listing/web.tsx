import { CustomerStatus, MemberType, RegistrationSource } from '#areas/customers/contract/customers.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { leadSourceChoices } from '#areas/leads/web/index.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { ConsentChannel } from '../contract/fields.ts'
import { loadCardGroupChoices } from '../web/choices.ts'
import { createReportPage } from '../web/engine/page.ts'
import { memberListingReport, monthsFilterSchema } from './contract.ts'

export const memberListingPage = createReportPage(memberListingReport, {
  columns: [
    { field: 'MembershipNo' },
    { field: 'CustomerName', second: 'IdNo' },
    'Status',
    { field: 'CardCategoryCode', second: 'MemberType' },
    { field: 'ContactNo', second: 'Email' },
    'JoinDate',
    'PointBalance',
    'LastPurchase',
  ],
  optional: [
    { field: 'Gender', second: 'Ethnicity' },
    'DateOfBirth',
    { field: 'City', second: 'State' },
    { field: 'RegisteredOutletCode', second: 'RegistrationSource' },
    'VerifiedEmailYN',
    'NearestOutletCode',
    'PreferredStaffName',
    'ExpectedValue',
  ],
  search: {
    MemberType: MemberType.options,
    OutletCode: { kind: 'outlet', label: 'kit:fields.RegisteredOutletCode' },
    Status: CustomerStatus.options,
    CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
    CardGroupId: { choices: loadCardGroupChoices },
    JoinDateFrom: { until: 'JoinDateTo', label: 'kit:fields.JoinDate' },
    RegistrationSource: RegistrationSource.options,
    BirthMonth: { choices: monthsFilterSchema },
    Gender: { list: 'Gender' },
    Ethnicity: { list: 'Race' },
    City: 'text',
    State: { list: 'Malaysian State' },
    NearestOutletCode: { choices: 'outlet' },
    Tag: 'text',
    LeadSourceId: { choices: leadSourceChoices },
    HasEmailYN: 'yes-no',
    VerifiedEmailYN: 'yes-no',
    ConsentChannel: ConsentChannel.options,
    BalanceFrom: 'text',
    BalanceTo: 'text',
  },
  figures: ['Members', 'Premium', 'NonPremium', 'PointBalance'],
  ticked: [],
  rowLink: ({ CustomerId }) => customerPath({ CustomerId }),
  meanings: ['listed'],
  empty: ({ MemberType: type }) =>
    type === 'Premium Member'
      ? 'memberships:refusals.no_premium'
      : type === 'Non-Premium Member'
        ? 'memberships:refusals.no_non_premium'
        : 'memberships:refusals.no_customer',
})
