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
  /** Title of the error if the look-up fails. */
  notFound: TextKey
  /** Title of the error if the action fails. */
  failed: TextKey
  /** The success message that the specification defines. */
  done: TextKey
  /** Headline after the action, with the names of reward and customer. */
  headline: TextKey
  confirm: TextKey
  /** Label of the confirm button. */
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

/** Endpoint, path and texts of each action on a customer reward at the counter. */
export const rewardActs = {
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
export type RewardActName = keyof typeof rewardActs
