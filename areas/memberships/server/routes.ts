import { serve } from '#kit/server/serve.ts'
import * as counter from '../contract/counter.ts'
import * as memberships from '../contract/memberships.ts'
import * as upgrade from '../contract/upgrade.ts'
import { listBalances } from './balances.ts'
import { cardCategoryRoutes } from './card-categories/card-categories.ts'
import { cardGroupRoutes } from './card-groups/card-groups.ts'
import { cardLevelRoutes } from './card-levels/card-levels.ts'
import { lookupMember } from './counter/lookup-member.ts'
import { memberCard } from './counter/member-card.ts'
import { putOffAction } from './counter/put-off-action.ts'
import { addMembership } from './create-membership.ts'
import { deleteMembership, restoreMembership } from './delete-membership.ts'
import { getMembership } from './get-membership.ts'
import { listMemberships } from './list-memberships.ts'
import { searchMembers } from './search-members.ts'
import { updateMembership } from './update-membership.ts'
import { cancelUpgrade } from './upgrade/cancel-upgrade.ts'
import { listUpgradeInvoices } from './upgrade/list-upgrade-invoices.ts'
import { prepareUpgrade } from './upgrade/prepare-upgrade.ts'

export const membershipRoutes = [
  ...cardGroupRoutes,
  ...cardCategoryRoutes,
  ...cardLevelRoutes,
  serve(memberships.listMemberships, listMemberships),
  serve(memberships.searchMembers, searchMembers),
  serve(memberships.getMembership, getMembership),
  serve(memberships.addMembership, addMembership),
  serve(memberships.updateMembership, updateMembership),
  serve(memberships.deleteMembership, deleteMembership),
  serve(memberships.restoreMembership, restoreMembership),
  serve(memberships.listBalances, listBalances),
  serve(counter.lookupMember, lookupMember),
  serve(counter.memberCard, memberCard),
  serve(counter.putOffAction, putOffAction),
  serve(upgrade.listUpgradeInvoices, listUpgradeInvoices),
  serve(upgrade.prepareUpgrade, prepareUpgrade),
  serve(upgrade.cancelUpgrade, cancelUpgrade),
]
