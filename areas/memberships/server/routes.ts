import { serve } from '#kit/server/serve.ts'
import * as counter from '../contract/counter.ts'
import * as memberships from '../contract/memberships.ts'
import { addMembership } from './add-membership.ts'
import { listMembershipBalances } from './balances.ts'
import { lookupMember } from './counter/lookup-member.ts'
import { putOffAction } from './counter/put-off-action.ts'
import { deleteMembership, restoreMembership } from './delete-membership.ts'
import { getMembership } from './get-membership.ts'
import { listMemberships } from './list-memberships.ts'
import { searchMembers } from './search-members.ts'
import { updateMembership } from './update-membership.ts'

export const membershipRoutes = [
  serve(memberships.listMemberships, listMemberships),
  serve(memberships.searchMembers, searchMembers),
  serve(memberships.getMembership, getMembership),
  serve(memberships.addMembership, addMembership),
  serve(memberships.updateMembership, updateMembership),
  serve(memberships.deleteMembership, deleteMembership),
  serve(memberships.restoreMembership, restoreMembership),
  serve(memberships.listMembershipBalances, listMembershipBalances),
  serve(counter.lookupMember, lookupMember),
  serve(counter.putOffAction, putOffAction),
]
