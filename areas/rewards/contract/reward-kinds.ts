type RewardKind = {
  /** Redeemed by the member for points and collected at an outlet; any other kind is issued by the company and claimed. */
  isRedeemed: boolean
  /** Items of it lie at outlets; of the others only a voucher is handed over. */
  isStocked: boolean
  /** The company may let it take points when it is claimed. */
  mayCostPointsAtClaim: boolean
}

/** What the kinds of rewards differ in. `npm run generate` writes the SQL functions about kinds from this table. */
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

/** Their names, in the order in which staff choose. */
export const rewardTypes = Object.keys(rewardKinds) as [RewardType, ...RewardType[]]

/** The kind that a new reward has until staff choose another. */
export const DEFAULT_REWARD_TYPE: RewardType = 'Premium Gift'

const kindOf = (type: unknown): RewardKind | undefined => (rewardKinds as Record<string, RewardKind>)[`${type}`]

export const isRedeemedKind = (type: unknown): boolean => kindOf(type)?.isRedeemed === true
/** Whether members are given it instead of choosing it; false while no kind is chosen. */
export const isIssuedKind = (type: unknown): boolean => kindOf(type)?.isRedeemed === false
export const isStockedKind = (type: unknown): boolean => kindOf(type)?.isStocked === true
export const mayCostPointsAtClaim = (type: unknown): boolean => kindOf(type)?.mayCostPointsAtClaim === true
