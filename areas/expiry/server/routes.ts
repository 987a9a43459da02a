import { serve } from '#kit/server/serve.ts'
import * as expiries from '../contract/expiries.ts'
import * as liability from '../contract/liability.ts'
import * as nightly from '../contract/nightly.ts'
import * as proof from '../contract/proof.ts'
import * as rescue from '../contract/rescue.ts'
import * as rewards from '../contract/rewards.ts'
import { getExpiries, listExpiries, listExpiryGroups } from './expiries.ts'
import { getLiability, listLiabilityMonths } from './liability.ts'
import { listNightlyRuns, runNightlyBatchNow } from './nightly/nightly.ts'
import { getProof, listDifferences, requestProof } from './prove.ts'
import { addExpiryContact, listExpiryContacts } from './rescue/contacts.ts'
import { listRescue } from './rescue/list-rescue.ts'
import { addExpiryReward } from './rewards/add-expiry-reward.ts'
import { cancelExpiryReward } from './rewards/cancel-expiry-reward.ts'
import { listEligible } from './rewards/list-eligible.ts'

// Endpoints that scan all open lots have the time limit of reports, which is longer than the default.
export const expiryRoutes = [
  serve(expiries.listExpiryGroups, listExpiryGroups, 'report'),
  serve(expiries.listExpiries, listExpiries, 'report'),
  serve(expiries.getExpiries, getExpiries),
  serve(rewards.listEligible, listEligible, 'report'),
  serve(rewards.addExpiryReward, addExpiryReward),
  serve(rewards.cancelExpiryReward, cancelExpiryReward),
  serve(rescue.listRescue, listRescue, 'report'),
  serve(rescue.addExpiryContact, addExpiryContact),
  serve(rescue.listExpiryContacts, listExpiryContacts),
  serve(nightly.listNightlyRuns, listNightlyRuns),
  serve(nightly.runNightlyBatchNow, runNightlyBatchNow),
  serve(proof.getProof, getProof),
  serve(proof.listDifferences, listDifferences),
  serve(proof.requestProof, requestProof),
  serve(liability.getLiability, getLiability, 'report'),
  serve(liability.listLiabilityMonths, listLiabilityMonths),
]
