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
  /** Over what the server says where nothing was found. */
  notFound: TextKey
  /** Over what it says where the act was refused. */
  failed: TextKey
  /** The specification's sentence of success. */
  done: TextKey
  /** What happened, with its record. */
  headline: TextKey
  confirm: TextKey
  /** On the button that does it. */
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

/** What is done at the counter with a reward that a member holds. */
export const acts = {
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
export type Act = keyof typeof acts
