type RewardKind = {
  /** True: members redeem it for points and collect it at an outlet. False: the company issues it, members claim it. */
  isRedeemed: boolean
  /** True: items are kept in stock. False: the member receives only a voucher. */
  isStocked: boolean
  /** True: a reward of this type can be configured to cost points when it is claimed. */
  mayCostPointsAtClaim: boolean
}

/** Properties of the reward types. `npm run generate` writes the SQL functions about kinds from this table. */
export const rewardKinds = {
  'Premium Gift': { isRedeemed: true, isStocked: true, mayCostPointsAtClaim: false },
  'Free Gift': { isRedeemed: false, isStocked: true, mayCostPointsAtClaim: false },
  Contest: { isRedeemed: false, isStocked: true, mayCostPointsAtClaim: false },
  'New Member': { isRedeemed: false, isStocked: false, mayCostPointsAtClaim: false },
  Birthday: { isRedeemed: false, isStocked: false, mayCostPointsAtClaim: false },
  'Top Spender': { isRedeemed: false, isStocked: false, mayCostPointsAtClaim: false },
  'Point Expiry': { isRedeemed: false, isStocked: false, mayCostPointsAtClaim: true },
  Referral: { isRedeemed: false, isStocked: false, mayCostPointsAtClaim: false },
  Campaign: { isRedeemed: false, isStocked: true, mayCostPointsAtClaim: true },
} as const satisfies Record<string, RewardKind>

type RewardType = keyof typeof rewardKinds

/** Type names in the order of the selection list. */
export const rewardTypes = Object.keys(rewardKinds) as [RewardType, ...RewardType[]]

/** Preselected type of a new reward. */
export const DEFAULT_REWARD_TYPE: RewardType = 'Premium Gift'

const kindOf = (type: unknown): RewardKind | undefined => (rewardKinds as Record<string, RewardKind>)[`${type}`]

export const isRedeemedKind = (type: unknown): boolean => kindOf(type)?.isRedeemed === true
/** False for an unknown or missing type, unlike `!isRedeemedKind`. */
export const isIssuedKind = (type: unknown): boolean => kindOf(type)?.isRedeemed === false
export const isStockedKind = (type: unknown): boolean => kindOf(type)?.isStocked === true
export const mayCostPointsAtClaim = (type: unknown): boolean => kindOf(type)?.mayCostPointsAtClaim === true
