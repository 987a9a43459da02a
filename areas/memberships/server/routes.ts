import { serve } from '#kit/server/serve.ts'
import * as categories from '../contract/card-categories.ts'
import * as groups from '../contract/card-groups.ts'
import * as levels from '../contract/card-levels.ts'
import * as counter from '../contract/counter.ts'
import * as memberships from '../contract/memberships.ts'
import * as upgrade from '../contract/upgrade.ts'
import { addMembership } from './add-membership.ts'
import { listBalances } from './balances.ts'
import { addCardCategory } from './card-categories/add-card-category.ts'
import { deleteCardCategory } from './card-categories/delete-card-category.ts'
import { getCardCategory } from './card-categories/get-card-category.ts'
import { listCardCategories } from './card-categories/list-card-categories.ts'
import { restoreCardCategory } from './card-categories/restore-card-category.ts'
import { updateCardCategory } from './card-categories/update-card-category.ts'
import { addCardGroup } from './card-groups/add-card-group.ts'
import { deleteCardGroup } from './card-groups/delete-card-group.ts'
import { getCardGroup } from './card-groups/get-card-group.ts'
import { listCardGroups } from './card-groups/list-card-groups.ts'
import { restoreCardGroup } from './card-groups/restore-card-group.ts'
import { updateCardGroup } from './card-groups/update-card-group.ts'
import { addCardLevel } from './card-levels/add-card-level.ts'
import { deleteCardLevel } from './card-levels/delete-card-level.ts'
import { getCardLevel } from './card-levels/get-card-level.ts'
import { listCardLevels } from './card-levels/list-card-levels.ts'
import { restoreCardLevel } from './card-levels/restore-card-level.ts'
import { updateCardLevel } from './card-levels/update-card-level.ts'
import { lookupMember } from './counter/lookup-member.ts'
import { memberCard } from './counter/member-card.ts'
import { deleteMembership } from './delete-membership.ts'
import { getMembership } from './get-membership.ts'
import { listMemberships } from './list-memberships.ts'
import { restoreMembership } from './restore-membership.ts'
import { searchMembers } from './search-members.ts'
import { updateMembership } from './update-membership.ts'
import { cancelUpgrade } from './upgrade/cancel-upgrade.ts'
import { confirmUpgrade } from './upgrade/confirm-upgrade.ts'
import { listUpgradeInvoices } from './upgrade/list-upgrade-invoices.ts'
import { prepareUpgrade } from './upgrade/prepare-upgrade.ts'

export const membershipRoutes = [
  serve(groups.addCardGroup, addCardGroup),
  serve(groups.listCardGroups, listCardGroups),
  serve(groups.getCardGroup, getCardGroup),
  serve(groups.updateCardGroup, updateCardGroup),
  serve(groups.deleteCardGroup, deleteCardGroup),
  serve(groups.restoreCardGroup, restoreCardGroup),
  serve(categories.addCardCategory, addCardCategory),
  serve(categories.listCardCategories, listCardCategories),
  serve(categories.getCardCategory, getCardCategory),
  serve(categories.updateCardCategory, updateCardCategory),
  serve(categories.deleteCardCategory, deleteCardCategory),
  serve(categories.restoreCardCategory, restoreCardCategory),
  serve(levels.addCardLevel, addCardLevel),
  serve(levels.listCardLevels, listCardLevels),
  serve(levels.getCardLevel, getCardLevel),
  serve(levels.updateCardLevel, updateCardLevel),
  serve(levels.deleteCardLevel, deleteCardLevel),
  serve(levels.restoreCardLevel, restoreCardLevel),
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
  serve(upgrade.listUpgradeInvoices, listUpgradeInvoices),
  serve(upgrade.prepareUpgrade, prepareUpgrade),
  serve(upgrade.confirmUpgrade, confirmUpgrade),
  serve(upgrade.cancelUpgrade, cancelUpgrade),
]
