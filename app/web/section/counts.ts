import { listActivityTypes } from '#areas/activities/contract/activity-types.ts'
import { listCampaigns } from '#areas/campaigns/contract/campaigns.ts'
import { listTargets } from '#areas/campaigns/contract/targets.ts'
import { customFields } from '#areas/custom-fields/contract/custom-fields.ts'
import { listAmendments } from '#areas/customers/contract/amendments.ts'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { listArchivedMembers } from '#areas/data-quality/contract/archive.ts'
import { listFeedback } from '#areas/feedback/contract/forms.ts'
import { listQuestions } from '#areas/feedback/contract/questions.ts'
import { leadSources } from '#areas/leads/contract/lead-sources.ts'
import { listProspects } from '#areas/leads/contract/prospects.ts'
import { listLevelHistories } from '#areas/levels/contract/level-histories.ts'
import { cardCategories } from '#areas/memberships/contract/card-categories.ts'
import { cardGroups } from '#areas/memberships/contract/card-groups.ts'
import { listMemberships } from '#areas/memberships/contract/memberships.ts'
import { listTemplates } from '#areas/messages/contract/templates.ts'
import { listAdjustments } from '#areas/points/contract/adjustments.ts'
import { listRates } from '#areas/points/contract/rates.ts'
import { listStructures } from '#areas/points/contract/structures.ts'
import { listRewards } from '#areas/rewards/contract/rewards.ts'
import { listTransactions } from '#areas/sales/contract/find.ts'
import { listPasscodes } from '#areas/self-service/contract/passcodes.ts'
import { productGroups } from '#areas/setup/contract/product-groups.ts'
import { listTaskGroups } from '#areas/tasks/contract/task-groups.ts'
import { listVouchers } from '#areas/vouchers/contract.ts'
import type { Endpoint, Sent } from '#kit/contract/endpoint.ts'

/** A list whose total stands beside the entry of its page. */
type Counted = { list: Endpoint; input: object }
const total = <E extends Endpoint>(list: E, input: Partial<Sent<E>> = {}): Counted => ({
  list,
  input: { ...input, Rows: 1 },
})

/** By the path of the page: what it lists, or what waits there. Pages without a list of their own have none. */
export const counts: Readonly<Record<string, Counted>> = {
  '/registration/customers': total(listCustomers),
  '/registration/self-service': total(listPasscodes, { Search: { Status: 'Active' } }),
  '/registration/import-leads': total(leadSources.list),
  '/registration/lead-prospects': total(listProspects),
  '/rewards/rewards': total(listRewards),
  '/rewards/contact-templates': total(listTemplates, { isCampaign: 'N' }),
  '/campaign/campaigns/listing': total(listCampaigns),
  '/campaign/campaign-target-list': total(listTargets),
  '/campaign/contact-templates': total(listTemplates, { isCampaign: 'Y' }),
  '/member/level-histories/approval': total(listLevelHistories, { Search: { Status: 'Pending' } }),
  '/member/archive': total(listArchivedMembers),
  '/member/memberships': total(listMemberships),
  '/member/profile-amendment-review': total(listAmendments, { Search: { ReviewedYN: 'N' } }),
  '/points-management/point-structure': total(listStructures),
  '/points-management/point-rate': total(listRates),
  '/points-management/points-adjustment': total(listAdjustments),
  '/points-management/customer-transactions/listing': total(listTransactions),
  '/setup/card-group': total(cardGroups.list),
  '/setup/card-category': total(cardCategories.list),
  '/setup/task-group': total(listTaskGroups),
  '/setup/activity-type': total(listActivityTypes),
  '/setup/product-group': total(productGroups.list),
  '/setup/voucher-listing': total(listVouchers),
  '/setup/custom-field': total(customFields.list),
  '/setup/lead-source': total(leadSources.list),
  '/feedback/feedback': total(listFeedback),
  '/feedback/question': total(listQuestions),
}
