// Generated from the migrated database by `npm run generate`; a test fails when it drifts. Don't edit.
import type { Selectable } from 'kysely'
import type { JsonValue, Tables } from './tables.ts'

export interface Functions {
  addTask: {
    Args: { source: string | null; onceKey: string | null; name: string | null; description: string | null; customerId: number | null; outletCode: string | null; ownerStaffId: number | null; groupCode: string | null; priority: string | null; dueDay: string | null; relatedType: string | null; relatedId: string | null; because: object | null; moment: string | Date | null }
    Result: number | null
    Refusal: never
  }
  adjustmentExpiry: {
    Args: { member: string | null; today: string | null }
    Result: string | null
    Refusal: never
  }
  applyLevel: {
    Args: { id: number | null; today: string | null; moment: string | Date | null }
    Result: boolean
    Refusal: never
  }
  applyLevelsOfMany: {
    Args: { after: string | null; members: number | null; today: string | null; moment: string | Date | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number })[]
    Refusal: never
  }
  approveReferral: {
    Args: { id: number | null; source: object | null }
    Result: void
    Refusal: 'friendNotActive' | 'needsReason' | 'notQualified' | 'referrerNotActive' | 'referrerNotPremium' | 'referrerWithoutPurchase' | 'saleCancelled'
  }
  approveSale: {
    Args: { id: number | null; source: object | null }
    Result: number | null
    Refusal: 'memberNotFound' | 'notWaiting' | 'ownSale' | 'tooManyPoints'
  }
  assignSale: {
    Args: { id: number | null; number: string | null; source: object | null }
    Result: { ArchivedCustomerId: number | null; WaitsFor: string | null; Total: string }
    Refusal: 'memberNotFound' | 'notApproved' | 'ownSale' | 'tooManyPoints' | 'waitsForApproval'
  }
  assignVoucher: {
    Args: { wantedType: string | null; wantedValue: string | number | null; referenceCode: string | null; day: string | null; at: string | Date | null }
    Result: ({ VoucherNo: string; VoucherType: string; Value: string; ExpiryDate: string })[]
    Refusal: never
  }
  auditFaults: {
    Args: { }
    Result: ({ Fault: string; Log: string | null; EntryId: number | null; SealNo: number | null; About: string | null })[]
    Refusal: never
  }
  auditWithoutVersion: {
    Args: { target: string | null; id: string | null; present: number | null }
    Result: void
    Refusal: never
  }
  cancelRewardClaim: {
    Args: { reference: string | null; reason: string | null; source: object | null }
    Result: void
    Refusal: 'cancelClaimOf' | 'notFound' | 'voucherUsed'
  }
  cancelRewardCollect: {
    Args: { reference: string | null; reason: string | null; source: object | null }
    Result: void
    Refusal: 'cancelCollectOf' | 'itemNotBack' | 'recordNotFound'
  }
  cancelRewardRedeem: {
    Args: { reference: string | null; reason: string | null; ends: string | null; source: object | null }
    Result: void
    Refusal: 'cancelRedeemOf' | 'notFound'
  }
  cancelSale: {
    Args: { input: object | null }
    Result: { InvoiceNo: string; RefundedPoints: number }
    Refusal: 'arrearsNeedHeadOffice' | 'cancelDateOutOfRange' | 'invoiceExists' | 'lineNotFound' | 'memberNotFound' | 'moreThanSold' | 'notApproved' | 'notFound' | 'nothingLeft' | 'ordersOfSeveral' | 'otherMember' | 'ownSale' | 'waitsForApproval'
  }
  claimReward: {
    Args: { input: object | null; source: object | null }
    Result: string
    Refusal: 'claimOf' | 'goodsMissing' | 'invalidReward' | 'invoiceOfOther' | 'invoiceRequired' | 'invoiceUnknown' | 'invoiceUsed' | 'noVoucher' | 'notActive' | 'notClaimed' | 'notEnough' | 'notFound' | 'notHere' | 'notYet' | 'otherMember' | 'over' | 'rewardNotActive' | 'spendTooLow' | 'waitsElsewhere'
  }
  closeMonth: {
    Args: { today: string | null; cost: string | number | null; atTime: string | Date | null }
    Result: string | null
    Refusal: never
  }
  collectReward: {
    Args: { input: object | null; source: object | null }
    Result: { ReferenceCode: string; NotActive: boolean }
    Refusal: 'collectedAlready' | 'goodsMissing' | 'invalidReward' | 'invoiceOfOther' | 'invoiceRequired' | 'invoiceUnknown' | 'invoiceUsed' | 'notHere' | 'notYet' | 'otherMember' | 'over' | 'recordNotFound' | 'spendTooLow' | 'waitsElsewhere'
  }
  comingCategory: {
    Args: { member: string | null }
    Result: string | null
    Refusal: never
  }
  creditPoints: {
    Args: { member: string | null; kind: string | null; amount: number | null; source: object | null }
    Result: number
    Refusal: never
  }
  debitPoints: {
    Args: { member: string | null; kind: string | null; amount: number | null; today: string | null; source: object | null }
    Result: number
    Refusal: 'notEnough'
  }
  earnSale: {
    Args: { id: number | null; source: object | null }
    Result: { EarnedPoints: number; BonusPoints: number; ExpiryDate: string | null }
    Refusal: 'tooManyPoints'
  }
  endAllowance: {
    Args: { id: number | null; account: number | null; today: string | null }
    Result: { MembershipNo: string; Points: number }
    Refusal: 'allowanceNotFound'
  }
  endPastAllowances: {
    Args: { after: string | null; most: number | null; today: string | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number })[]
    Refusal: never
  }
  evaluateReferrals: {
    Args: { ids: readonly number[] | null; source: object | null }
    Result: void
    Refusal: never
  }
  expireCatalogue: {
    Args: { after: string | null; most: number | null; source: object | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number })[]
    Refusal: never
  }
  expireLots: {
    Args: { after: string | null; most: number | null; today: string | null; atTime: string | Date | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number; Points: number })[]
    Refusal: never
  }
  expireRewards: {
    Args: { after: string | null; most: number | null; source: object | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number; Points: number })[]
    Refusal: never
  }
  extendReward: {
    Args: { reference: string | null; until: string | null; remark: string | null; source: object | null }
    Result: void
    Refusal: 'extendOf' | 'notFound' | 'notLater'
  }
  extendVoucher: {
    Args: { givenNo: string | null; newExpiry: string | null; at: string | Date | null }
    Result: boolean
    Refusal: never
  }
  giveBirthdays: {
    Args: { after: number | null; customers: number | null; source: object | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number })[]
    Refusal: never
  }
  giveBySystem: {
    Args: { kind: string | null; number: string | null; givenFor: string | null; source: object | null }
    Result: string[]
    Refusal: never
  }
  giveUpWaiting: {
    Args: { id: number | null; why: string | null; source: object | null }
    Result: void
    Refusal: 'recordNotFound' | 'waitsNoMore'
  }
  giveWaiting: {
    Args: { after: number | null; most: number | null; source: object | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number })[]
    Refusal: never
  }
  giveWaitingNow: {
    Args: { id: number | null; source: object | null }
    Result: string | null
    Refusal: 'recordNotFound' | 'waitsNoMore'
  }
  instantOf: {
    Args: { written: string | null }
    Result: string
    Refusal: never
  }
  issueAllowance: {
    Args: { number: string | null; today: string | null; atTime: string | Date | null; terms: object | null }
    Result: Selectable<Tables['OfflineAllowance']>
    Refusal: 'allowanceLimit' | 'memberNotFound' | 'notActive' | 'nothingToReserve'
  }
  issueReward: {
    Args: { number: string | null; ofReward: number | null; terms: object | null; source: object | null }
    Result: string
    Refusal: 'issuedAlready' | 'limitReached' | 'memberLimit' | 'memberNotFound' | 'noStock' | 'notActive' | 'notForMember' | 'notHere' | 'notIssued' | 'outletUnknown' | 'recordNotFound' | 'rewardNotActive' | 'rewardNotYet' | 'rewardOver'
  }
  issueToMany: {
    Args: { numbers: readonly string[] | null; ofReward: number | null; terms: object | null; source: object | null }
    Result: JsonValue
    Refusal: never
  }
  levelEffectiveDate: {
    Args: { today: string | null }
    Result: string
    Refusal: never
  }
  levelsAfterCancelOfMany: {
    Args: { after: string | null; members: number | null; today: string | null; moment: string | Date | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number })[]
    Refusal: never
  }
  lockBalance: {
    Args: { member: string | null }
    Result: Selectable<Tables['PointBalance']>
    Refusal: never
  }
  lockPlaces: {
    Args: { places: readonly number[] | null }
    Result: void
    Refusal: never
  }
  lockStructures: {
    Args: { }
    Result: void
    Refusal: never
  }
  makeOccasionTasks: {
    Args: { today: string | null; moment: string | Date | null; rules: object | null }
    Result: number
    Refusal: never
  }
  makePurchaseDays: {
    Args: { most: number | null }
    Result: number
    Refusal: never
  }
  mergeDebts: {
    Args: { merge: number | null; loser: string | null; survivor: string | null; today: string | null; atTime: string | Date | null; byId: number | null }
    Result: void
    Refusal: never
  }
  mergeLots: {
    Args: { merge: number | null; loser: string | null; survivor: string | null; today: string | null; atTime: string | Date | null; byId: number | null; most: number | null }
    Result: number
    Refusal: never
  }
  noteAuditHead: {
    Args: { today: string | null }
    Result: ({ Day: string; SealNo: number; Hash: string })[]
    Refusal: never
  }
  noteOccasion: {
    Args: { happened: string | null; about: object | null; at: string | Date | null }
    Result: boolean
    Refusal: never
  }
  noteReferralActivity: {
    Args: { id: number | null; decision: string | null; source: object | null }
    Result: void
    Refusal: never
  }
  notifyErp: {
    Args: { event: string | null; number: string | null; referenceCode: string | null; at: string | Date | null }
    Result: void
    Refusal: never
  }
  notifyErpOfBatch: {
    Args: { numbers: readonly string[] | null; at: string | Date | null }
    Result: void
    Refusal: never
  }
  openCustomers: {
    Args: { session: number | null; account: number | null; customers: readonly number[] | null; way: string | null; at: string | Date | null; minutes: number | null; most: number | null }
    Result: boolean
    Refusal: never
  }
  pointsAvailable: {
    Args: { member: string | null; today: string | null }
    Result: number
    Refusal: never
  }
  postSale: {
    Args: { sale: object | null }
    Result: { TransactionId: number; ExpiryDate: string | null; ArchivedCustomerId: number | null; WaitsFor: string | null; Total: string }
    Refusal: 'brandNotFound' | 'dateInFuture' | 'dateOutOfRange' | 'discountAboveLine' | 'invoiceExists' | 'memberNotFound' | 'netMismatch' | 'outletNotFound' | 'ownSale' | 'paidAboveTotal' | 'productGroupNotFound' | 'tooManyPoints' | 'totalMismatch'
  }
  postSaleLine: {
    Args: { invoice: string | null; line: object | null; source: object | null }
    Result: number
    Refusal: 'aboveTotal' | 'alreadyCancelled' | 'brandNotFound' | 'discountAboveLine' | 'netMismatch' | 'notApproved' | 'notFound' | 'notYourEntry' | 'productGroupNotFound' | 'sameLineTwice' | 'tooManyPoints' | 'waitsForApproval'
  }
  previewCancel: {
    Args: { input: object | null }
    Result: JsonValue
    Refusal: 'arrearsNeedHeadOffice' | 'cancelDateOutOfRange' | 'lineNotFound' | 'memberNotFound' | 'moreThanSold' | 'notApproved' | 'notFound' | 'nothingLeft' | 'ordersOfSeveral' | 'otherMember' | 'ownSale' | 'waitsForApproval'
  }
  previewSale: {
    Args: { input: object | null }
    Result: JsonValue
    Refusal: 'brandNotFound' | 'dateInFuture' | 'dateOutOfRange' | 'discountAboveLine' | 'memberNotFound' | 'netMismatch' | 'ownSale' | 'paidAboveTotal' | 'productGroupNotFound' | 'tooManyPoints' | 'totalMismatch'
  }
  previewSaleLine: {
    Args: { invoice: string | null; number: number | null; input: object | null; visibleOutlets: object | null }
    Result: number
    Refusal: 'notFound'
  }
  recoverArrearsOfMany: {
    Args: { after: string | null; most: number | null; today: string | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number; Points: number })[]
    Refusal: never
  }
  redeemRewards: {
    Args: { number: string | null; rewards: object | null; collectAt: string | null; remark: string | null; source: object | null }
    Result: string[]
    Refusal: 'birthdayTooNew' | 'birthdayUsed' | 'contactHeld' | 'limitReached' | 'memberLimit' | 'memberNotFound' | 'noBirthday' | 'noStock' | 'notActive' | 'notEnough' | 'notForMember' | 'notHere' | 'notRedeemable' | 'outletUnknown' | 'recordNotFound' | 'rewardNotActive' | 'rewardNotYet' | 'rewardOver'
  }
  referralOfBatch: {
    Args: { after: number | null; source: object | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number; Points: number })[]
    Refusal: 'friendNotActive' | 'needsReason' | 'notQualified' | 'referrerNotActive' | 'referrerNotPremium' | 'referrerWithoutPurchase' | 'saleCancelled'
  }
  refundRedemption: {
    Args: { debit: number | null; today: string | null; source: object | null }
    Result: number
    Refusal: never
  }
  relativesOf: {
    Args: { id: number | null }
    Result: number[]
    Refusal: never
  }
  reverseLot: {
    Args: { lotId: number | null; wanted: number | null; today: string | null; source: object | null }
    Result: number
    Refusal: never
  }
  reviewCyclesOfMany: {
    Args: { after: string | null; members: number | null; today: string | null; moment: string | Date | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number })[]
    Refusal: never
  }
  rewardAtCounter: {
    Args: { input: object | null; done: string | null; missing: string | null }
    Result: Selectable<Tables['CustomerReward']>
    Refusal: 'invalidReward' | 'otherMember'
  }
  sealAudit: {
    Args: { most?: number | null }
    Result: number
    Refusal: never
  }
  sessionChangedAt: {
    Args: { session: number | null }
    Result: string | null
    Refusal: never
  }
  settleRedemption: {
    Args: { number: string | null; amount: number | null; today: string | null; atTime: string | Date | null; source: object | null; terms: object | null }
    Result: { HistoryId: number; MembershipNo: string; Covered: number; Owed: number; Obstacle: string | null }
    Refusal: 'memberNotFound' | 'notActive' | 'offlineLimit' | 'saleCancelled'
  }
  settleSaleLine: {
    Args: { invoice: string | null; number: number | null; input: object | null; source: object | null }
    Result: void
    Refusal: 'brandNotFound' | 'checkedAlready' | 'notFound' | 'ownSale' | 'productGroupNotFound' | 'tooManyPoints'
  }
  takeBackDecision: {
    Args: { request: number | null }
    Result: void
    Refusal: never
  }
  takeBackLevel: {
    Args: { id: number | null }
    Result: void
    Refusal: never
  }
  takePoints: {
    Args: { number: string | null; amount: number | null; today: string | null; source: object | null }
    Result: { HistoryId: number; MembershipNo: string }
    Refusal: 'memberNotFound' | 'notActive' | 'notEnough' | 'saleCancelled'
  }
  tryIssueToMany: {
    Args: { numbers: readonly string[] | null; ofReward: number | null; terms: object | null; source: object | null }
    Result: JsonValue
    Refusal: never
  }
  tryReward: {
    Args: { act: string | null; input: object | null; source: object | null }
    Result: JsonValue
    Refusal: never
  }
  turnDownSale: {
    Args: { id: number | null; outcome: string | null }
    Result: void
    Refusal: 'notWaiting' | 'ownSale'
  }
  unassignSale: {
    Args: { id: number | null; source: object | null }
    Result: number
    Refusal: 'pointsUsed'
  }
  undoAdjustmentOut: {
    Args: { debit: number | null; today: string | null; source: object | null }
    Result: void
    Refusal: never
  }
  unmergeDebts: {
    Args: { merge: number | null; loser: string | null; survivor: string | null; today: string | null; atTime: string | Date | null; byId: number | null }
    Result: void
    Refusal: never
  }
  unmergeLots: {
    Args: { merge: number | null; loser: string | null; survivor: string | null; today: string | null; atTime: string | Date | null; byId: number | null; after: number | null; most: number | null }
    Result: number | null
    Refusal: never
  }
  upgradeMany: {
    Args: { after: string | null; members: number | null; approved: boolean | null; today: string | null; moment: string | Date | null }
    Result: ({ FirstKey: string; LastKey: string; Done: number })[]
    Refusal: never
  }
  useVoucher: {
    Args: { givenNo: string | null; invoice: string | null; at: string | Date | null }
    Result: string
    Refusal: never
  }
  watchLoyalty: {
    Args: { today: string | null; at: string | Date | null; rules: object | null }
    Result: number
    Refusal: never
  }
}

type Signature = { returns: 'value' | 'values' | 'row' | 'rows'; args: Record<string, string> }

export const signatures: Record<keyof Functions, Signature> = {
  addTask: { returns: 'value', args: { source: 'text', onceKey: 'text', name: 'text', description: 'text', customerId: 'bigint', outletCode: 'text', ownerStaffId: 'bigint', groupCode: 'text', priority: 'text', dueDay: 'date', relatedType: 'text', relatedId: 'text', because: 'jsonb', moment: 'timestamp with time zone' } },
  adjustmentExpiry: { returns: 'value', args: { member: 'text', today: 'date' } },
  applyLevel: { returns: 'value', args: { id: 'bigint', today: 'date', moment: 'timestamp with time zone' } },
  applyLevelsOfMany: { returns: 'rows', args: { after: 'text', members: 'integer', today: 'date', moment: 'timestamp with time zone' } },
  approveReferral: { returns: 'value', args: { id: 'bigint', source: 'jsonb' } },
  approveSale: { returns: 'value', args: { id: 'bigint', source: 'jsonb' } },
  assignSale: { returns: 'row', args: { id: 'bigint', number: 'text', source: 'jsonb' } },
  assignVoucher: { returns: 'rows', args: { wantedType: 'text', wantedValue: 'numeric', referenceCode: 'text', day: 'date', at: 'timestamp with time zone' } },
  auditFaults: { returns: 'rows', args: { } },
  auditWithoutVersion: { returns: 'value', args: { target: 'text', id: 'text', present: 'integer' } },
  cancelRewardClaim: { returns: 'value', args: { reference: 'text', reason: 'text', source: 'jsonb' } },
  cancelRewardCollect: { returns: 'value', args: { reference: 'text', reason: 'text', source: 'jsonb' } },
  cancelRewardRedeem: { returns: 'value', args: { reference: 'text', reason: 'text', ends: 'text', source: 'jsonb' } },
  cancelSale: { returns: 'row', args: { input: 'jsonb' } },
  claimReward: { returns: 'value', args: { input: 'jsonb', source: 'jsonb' } },
  closeMonth: { returns: 'value', args: { today: 'date', cost: 'numeric', atTime: 'timestamp with time zone' } },
  collectReward: { returns: 'row', args: { input: 'jsonb', source: 'jsonb' } },
  comingCategory: { returns: 'value', args: { member: 'text' } },
  creditPoints: { returns: 'value', args: { member: 'text', kind: 'text', amount: 'bigint', source: 'jsonb' } },
  debitPoints: { returns: 'value', args: { member: 'text', kind: 'text', amount: 'bigint', today: 'date', source: 'jsonb' } },
  earnSale: { returns: 'row', args: { id: 'bigint', source: 'jsonb' } },
  endAllowance: { returns: 'row', args: { id: 'bigint', account: 'bigint', today: 'date' } },
  endPastAllowances: { returns: 'rows', args: { after: 'text', most: 'integer', today: 'date' } },
  evaluateReferrals: { returns: 'value', args: { ids: 'bigint[]', source: 'jsonb' } },
  expireCatalogue: { returns: 'rows', args: { after: 'text', most: 'integer', source: 'jsonb' } },
  expireLots: { returns: 'rows', args: { after: 'text', most: 'integer', today: 'date', atTime: 'timestamp with time zone' } },
  expireRewards: { returns: 'rows', args: { after: 'text', most: 'integer', source: 'jsonb' } },
  extendReward: { returns: 'value', args: { reference: 'text', until: 'date', remark: 'text', source: 'jsonb' } },
  extendVoucher: { returns: 'value', args: { givenNo: 'text', newExpiry: 'date', at: 'timestamp with time zone' } },
  giveBirthdays: { returns: 'rows', args: { after: 'bigint', customers: 'integer', source: 'jsonb' } },
  giveBySystem: { returns: 'value', args: { kind: 'text', number: 'text', givenFor: 'text', source: 'jsonb' } },
  giveUpWaiting: { returns: 'value', args: { id: 'bigint', why: 'text', source: 'jsonb' } },
  giveWaiting: { returns: 'rows', args: { after: 'bigint', most: 'integer', source: 'jsonb' } },
  giveWaitingNow: { returns: 'value', args: { id: 'bigint', source: 'jsonb' } },
  instantOf: { returns: 'value', args: { written: 'text' } },
  issueAllowance: { returns: 'row', args: { number: 'text', today: 'date', atTime: 'timestamp with time zone', terms: 'jsonb' } },
  issueReward: { returns: 'value', args: { number: 'text', ofReward: 'bigint', terms: 'jsonb', source: 'jsonb' } },
  issueToMany: { returns: 'value', args: { numbers: 'text[]', ofReward: 'bigint', terms: 'jsonb', source: 'jsonb' } },
  levelEffectiveDate: { returns: 'value', args: { today: 'date' } },
  levelsAfterCancelOfMany: { returns: 'rows', args: { after: 'text', members: 'integer', today: 'date', moment: 'timestamp with time zone' } },
  lockBalance: { returns: 'row', args: { member: 'text' } },
  lockPlaces: { returns: 'value', args: { places: 'bigint[]' } },
  lockStructures: { returns: 'value', args: { } },
  makeOccasionTasks: { returns: 'value', args: { today: 'date', moment: 'timestamp with time zone', rules: 'jsonb' } },
  makePurchaseDays: { returns: 'value', args: { most: 'integer' } },
  mergeDebts: { returns: 'value', args: { merge: 'bigint', loser: 'text', survivor: 'text', today: 'date', atTime: 'timestamp with time zone', byId: 'bigint' } },
  mergeLots: { returns: 'value', args: { merge: 'bigint', loser: 'text', survivor: 'text', today: 'date', atTime: 'timestamp with time zone', byId: 'bigint', most: 'integer' } },
  noteAuditHead: { returns: 'rows', args: { today: 'date' } },
  noteOccasion: { returns: 'value', args: { happened: 'text', about: 'jsonb', at: 'timestamp with time zone' } },
  noteReferralActivity: { returns: 'value', args: { id: 'bigint', decision: 'text', source: 'jsonb' } },
  notifyErp: { returns: 'value', args: { event: 'text', number: 'text', referenceCode: 'text', at: 'timestamp with time zone' } },
  notifyErpOfBatch: { returns: 'value', args: { numbers: 'text[]', at: 'timestamp with time zone' } },
  openCustomers: { returns: 'value', args: { session: 'bigint', account: 'bigint', customers: 'bigint[]', way: 'text', at: 'timestamp with time zone', minutes: 'integer', most: 'integer' } },
  pointsAvailable: { returns: 'value', args: { member: 'text', today: 'date' } },
  postSale: { returns: 'row', args: { sale: 'jsonb' } },
  postSaleLine: { returns: 'value', args: { invoice: 'text', line: 'jsonb', source: 'jsonb' } },
  previewCancel: { returns: 'value', args: { input: 'jsonb' } },
  previewSale: { returns: 'value', args: { input: 'jsonb' } },
  previewSaleLine: { returns: 'value', args: { invoice: 'text', number: 'integer', input: 'jsonb', visibleOutlets: 'jsonb' } },
  recoverArrearsOfMany: { returns: 'rows', args: { after: 'text', most: 'integer', today: 'date' } },
  redeemRewards: { returns: 'value', args: { number: 'text', rewards: 'jsonb', collectAt: 'text', remark: 'text', source: 'jsonb' } },
  referralOfBatch: { returns: 'rows', args: { after: 'bigint', source: 'jsonb' } },
  refundRedemption: { returns: 'value', args: { debit: 'bigint', today: 'date', source: 'jsonb' } },
  relativesOf: { returns: 'values', args: { id: 'bigint' } },
  reverseLot: { returns: 'value', args: { lotId: 'bigint', wanted: 'bigint', today: 'date', source: 'jsonb' } },
  reviewCyclesOfMany: { returns: 'rows', args: { after: 'text', members: 'integer', today: 'date', moment: 'timestamp with time zone' } },
  rewardAtCounter: { returns: 'row', args: { input: 'jsonb', done: 'text', missing: 'text' } },
  sealAudit: { returns: 'value', args: { most: 'integer' } },
  sessionChangedAt: { returns: 'value', args: { session: 'bigint' } },
  settleRedemption: { returns: 'row', args: { number: 'text', amount: 'bigint', today: 'date', atTime: 'timestamp with time zone', source: 'jsonb', terms: 'jsonb' } },
  settleSaleLine: { returns: 'value', args: { invoice: 'text', number: 'integer', input: 'jsonb', source: 'jsonb' } },
  takeBackDecision: { returns: 'value', args: { request: 'bigint' } },
  takeBackLevel: { returns: 'value', args: { id: 'bigint' } },
  takePoints: { returns: 'row', args: { number: 'text', amount: 'bigint', today: 'date', source: 'jsonb' } },
  tryIssueToMany: { returns: 'value', args: { numbers: 'text[]', ofReward: 'bigint', terms: 'jsonb', source: 'jsonb' } },
  tryReward: { returns: 'value', args: { act: 'text', input: 'jsonb', source: 'jsonb' } },
  turnDownSale: { returns: 'value', args: { id: 'bigint', outcome: 'text' } },
  unassignSale: { returns: 'value', args: { id: 'bigint', source: 'jsonb' } },
  undoAdjustmentOut: { returns: 'value', args: { debit: 'bigint', today: 'date', source: 'jsonb' } },
  unmergeDebts: { returns: 'value', args: { merge: 'bigint', loser: 'text', survivor: 'text', today: 'date', atTime: 'timestamp with time zone', byId: 'bigint' } },
  unmergeLots: { returns: 'value', args: { merge: 'bigint', loser: 'text', survivor: 'text', today: 'date', atTime: 'timestamp with time zone', byId: 'bigint', after: 'bigint', most: 'integer' } },
  upgradeMany: { returns: 'rows', args: { after: 'text', members: 'integer', approved: 'boolean', today: 'date', moment: 'timestamp with time zone' } },
  useVoucher: { returns: 'value', args: { givenNo: 'text', invoice: 'text', at: 'timestamp with time zone' } },
  watchLoyalty: { returns: 'value', args: { today: 'date', at: 'timestamp with time zone', rules: 'jsonb' } },
}
