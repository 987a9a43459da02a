import { serve } from '#kit/server/serve.ts'
import { showClaimedCode as claimedCode } from '../contract/claimed-code.ts'
import * as reviews from '../contract/reviews.ts'
import * as contract from '../contract.ts'
import { listEligibleRewards } from './eligible.ts'
import { addCustomerReward, issueRewards, redeemRewards } from './give.ts'
import { claimReward, collectReward } from './hand-over.ts'
import { getCustomerReward, listCustomerRewards } from './list.ts'
import { lookupCustomerReward } from './lookup.ts'
import {
  endWaitingRewardRetries,
  keepReward,
  listRewardReviews,
  listWaitingRewards,
  retryWaitingReward,
} from './reviews.ts'
import { showClaimedCode } from './show-claimed-code.ts'
import { cancelClaim, cancelCollect, cancelRedeem, deleteCustomerReward, extendReward } from './take-back.ts'
import { updateCustomerReward } from './update.ts'

export const customerRewardRoutes = [
  serve(contract.listCustomerRewards, listCustomerRewards),
  serve(contract.getCustomerReward, getCustomerReward),
  serve(contract.lookupCustomerReward, lookupCustomerReward),
  serve(contract.listEligibleRewards, listEligibleRewards),
  serve(contract.redeemRewards, redeemRewards),
  serve(contract.addCustomerReward, addCustomerReward),
  serve(contract.issueRewards, issueRewards),
  serve(contract.claimReward, claimReward),
  serve(contract.collectReward, collectReward),
  serve(claimedCode, showClaimedCode),
  serve(contract.cancelClaim, cancelClaim),
  serve(contract.cancelRedeem, cancelRedeem),
  serve(contract.cancelCollect, cancelCollect),
  serve(contract.extendReward, extendReward),
  serve(contract.updateCustomerReward, updateCustomerReward),
  serve(contract.deleteCustomerReward, deleteCustomerReward),
  serve(reviews.listRewardReviews, listRewardReviews),
  serve(reviews.keepReward, keepReward),
  serve(reviews.listWaitingRewards, listWaitingRewards),
  serve(reviews.retryWaitingReward, retryWaitingReward),
  serve(reviews.endWaitingRewardRetries, endWaitingRewardRetries),
]
