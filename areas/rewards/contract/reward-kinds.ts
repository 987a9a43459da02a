type RewardKind = {
  /** True if members redeem the reward for points and collect it; false if it is issued and members claim it. */
  isRedeemed: boolean
  /** True if items of the reward are kept in stock; false if the member receives only a voucher. */
  isStocked: boolean
  /** True if a reward of this type can cost points when it is claimed. */
  mayCostPointsAtClaim: boolean
}

/**
 * Properties of the reward types.
 * `npm run generate` writes SQL functions from this table.
 */
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

/** Names of the reward types in the order of the selection list. */
export const rewardTypes = Object.keys(rewardKinds) as [RewardType, ...RewardType[]]

/** Type that the form of a new reward selects at first. */
export const DEFAULT_REWARD_TYPE: RewardType = 'Premium Gift'

const kindOf = (type: unknown): RewardKind | undefined => (rewardKinds as Record<string, RewardKind>)[`${type}`]

export const isRedeemedKind = (type: unknown): boolean => kindOf(type)?.isRedeemed === true
/** Returns true if rewards of the type are issued; false for an unknown or missing type, unlike `!isRedeemedKind`. */
export const isIssuedKind = (type: unknown): boolean => kindOf(type)?.isRedeemed === false
export const isStockedKind = (type: unknown): boolean => kindOf(type)?.isStocked === true
export const mayCostPointsAtClaim = (type: unknown): boolean => kindOf(type)?.mayCostPointsAtClaim === true
