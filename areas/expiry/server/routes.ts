import { serve } from '#kit/server/serve.ts'
import * as expiries from '../contract/expiries.ts'
import * as liability from '../contract/liability.ts'
import * as nightly from '../contract/nightly.ts'
import * as proof from '../contract/proof.ts'
import * as rescue from '../contract/rescue.ts'
import * as rewards from '../contract/rewards.ts'
import { getPointExpiriesOfMember, listExpiryGroups, listPointExpiries } from './expiries.ts'
import { getLiability, listLiabilityMonths } from './liability.ts'
import { listNightlyRuns, runNightlyBatchNow } from './nightly/nightly.ts'
import { getReconciliation, listReconciliationDifferences, requestReconciliation } from './prove.ts'
import { addExpiryContact, listExpiryContacts } from './rescue/contacts.ts'
import { listRescue } from './rescue/list-rescue.ts'
import { addExpiryReward } from './rewards/add-expiry-reward.ts'
import { cancelExpiryReward } from './rewards/cancel-expiry-reward.ts'
import { listMembersForExpiryReward } from './rewards/list-members-for-expiry-reward.ts'

// Endpoints that scan all open lots have the time limit of reports, which is longer than the default.
export const expiryRoutes = [
  serve(expiries.listExpiryGroups, listExpiryGroups, 'report'),
  serve(expiries.listPointExpiries, listPointExpiries, 'report'),
  serve(expiries.getPointExpiriesOfMember, getPointExpiriesOfMember),
  serve(rewards.listMembersForExpiryReward, listMembersForExpiryReward, 'report'),
  serve(rewards.addExpiryReward, addExpiryReward),
  serve(rewards.cancelExpiryReward, cancelExpiryReward),
  serve(rescue.listRescue, listRescue, 'report'),
  serve(rescue.addExpiryContact, addExpiryContact),
  serve(rescue.listExpiryContacts, listExpiryContacts),
  serve(nightly.listNightlyRuns, listNightlyRuns),
  serve(nightly.runNightlyBatchNow, runNightlyBatchNow),
  serve(proof.getReconciliation, getReconciliation),
  serve(proof.listReconciliationDifferences, listReconciliationDifferences),
  serve(proof.requestReconciliation, requestReconciliation),
  serve(liability.getLiability, getLiability, 'report'),
  serve(liability.listLiabilityMonths, listLiabilityMonths),
]
