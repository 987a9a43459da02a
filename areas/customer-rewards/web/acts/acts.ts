import type { TextKey } from '#kit/web/vocabulary.ts'
import { cancelClaim, cancelCollect, cancelRedeem, claimReward, collectReward } from '../../contract.ts'
import {
  cancelClaimRewardsPath,
  cancelCollectRewardsPath,
  cancelRedeemRewardsPath,
  claimRewardsPath,
  collectRewardsPath,
} from '../../paths.ts'

type Texts = {
  /** The title of the error if the look-up of the reward fails. */
  notFound: TextKey
  /** The title of the error if the action on the reward fails. */
  failed: TextKey
  /** The message of the specification after the action on the reward. */
  done: TextKey
  /** The headline after the action, with the names of reward and customer. */
  headline: TextKey
  confirm: TextKey
  /** The label of the button that confirms the action. */
  button: TextKey
}

const cancelTexts = (
  headline: TextKey,
  confirm: TextKey,
  button: TextKey,
  failed: TextKey = 'customer-rewards:titles.cancel',
): Texts => ({
  notFound: 'customer-rewards:titles.load',
  failed,
  done: 'customer-rewards:done.cancelled',
  headline,
  confirm,
  button,
})

/** The endpoint, path and texts of each action on a customer reward at the counter. */
export const rewardActions = {
  claim: {
    call: claimReward,
    path: claimRewardsPath,
    cancel: false,
    texts: {
      notFound: 'customer-rewards:titles.getClaim',
      failed: 'customer-rewards:titles.claim',
      done: 'customer-rewards:done.updated',
      headline: 'customer-rewards:headline.claim',
      confirm: 'customer-rewards:confirm.claim',
      button: 'customer-rewards:button.claim',
    },
  },
  collect: {
    call: collectReward,
    path: collectRewardsPath,
    cancel: false,
    texts: {
      notFound: 'customer-rewards:titles.getCollect',
      failed: 'customer-rewards:titles.collect',
      done: 'customer-rewards:done.collected',
      headline: 'customer-rewards:headline.collect',
      confirm: 'customer-rewards:confirm.collect',
      button: 'customer-rewards:button.collect',
    },
  },
  cancelClaim: {
    call: cancelClaim,
    path: cancelClaimRewardsPath,
    cancel: true,
    texts: cancelTexts(
      'customer-rewards:headline.cancelClaim',
      'customer-rewards:confirm.cancelClaim',
      'customer-rewards:button.cancelClaim',
    ),
  },
  cancelRedeem: {
    call: cancelRedeem,
    path: cancelRedeemRewardsPath,
    cancel: true,
    texts: cancelTexts(
      'customer-rewards:headline.cancelRedeem',
      'customer-rewards:confirm.cancelRedeem',
      'customer-rewards:button.cancelRedeem',
    ),
  },
  cancelCollect: {
    call: cancelCollect,
    path: cancelCollectRewardsPath,
    cancel: true,
    texts: cancelTexts(
      'customer-rewards:headline.cancelCollect',
      'customer-rewards:confirm.cancelCollect',
      'customer-rewards:button.cancelCollect',
      'customer-rewards:titles.cancelCollect',
    ),
  },
} as const satisfies Record<string, { texts: Texts; cancel: boolean; call: unknown; path: unknown }>
export type RewardActionName = keyof typeof rewardActions
