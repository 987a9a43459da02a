import { refusal } from '#kit/contract/refusal.ts'

/** The specification's error for a cancellation that the status of the reward does not allow. */
const cancelText = <const MustBe extends string>(mustBe: MustBe) =>
  `The reward is {Status}, cancellation is not allowed if the record Status is not ${mustBe}` as const

export const customerRewardRefusals = {
  notFound: refusal(404, 'customer-rewards.not_found', 'Customer Reward Not Found.'),
  holdsRewards: refusal(
    409,
    'customer-rewards.holds_rewards',
    'The customer still holds rewards: {Count}. Have them claimed, collected or cancelled first',
  ),
  reviewDecided: refusal(409, 'customer-rewards.review_decided', 'This was decided already: {Status}'),
  waitsNoMore: refusal(409, 'customer-rewards.waits_no_more', 'This reward is no longer waiting for a review'),
  recordNotFound: refusal(404, 'customer-rewards.record_not_found', 'Record not found'),
  invalidReward: refusal(409, 'customer-rewards.invalid_reward', 'Invalid Reward'),
  otherMember: refusal(409, 'customer-rewards.other_member', 'Member Details did not match with rewards record'),
  memberNotFound: refusal(404, 'customer-rewards.member_not_found', 'Customer Membership Not Found.'),
  notActive: refusal(409, 'customer-rewards.customer_not_active', 'Customer is not Active'),
  contactHeld: refusal(
    409,
    'customer-rewards.contact_held',
    'Contact details changed on {Date}; confirm the customer in person',
  ),
  empty: refusal(404, 'customer-rewards.empty', 'Rewards are empty.'),
  collectedAlready: refusal(409, 'customer-rewards.collected_already', 'The item has been collected'),
  cancelClaimOf: refusal(409, 'customer-rewards.cancel_claim_of', cancelText('Claimed')),
  cancelRedeemOf: refusal(409, 'customer-rewards.cancel_redeem_of', cancelText('Active')),
  cancelCollectOf: refusal(409, 'customer-rewards.cancel_collect_of', cancelText('Collected')),
  claimOf: refusal(
    409,
    'customer-rewards.claim_of',
    'The reward is {Status}, claim is not allowed if the record Status is not Active',
  ),
  extendOf: refusal(
    409,
    'customer-rewards.extend_of',
    'The reward is {Status}, extension is not allowed if the record Status is not Active',
  ),
  noSuchMove: refusal(
    409,
    'customer-rewards.no_such_move',
    'The reward is {Status}, which cannot be changed like this',
  ),
  notClaimed: refusal(409, 'customer-rewards.not_claimed', 'A Premium Gift is collected, not claimed'),
  notRedeemable: refusal(
    409,
    'customer-rewards.not_redeemable',
    'Only a Premium Gift is redeemed, which {Code} is not',
  ),
  notIssued: refusal(409, 'customer-rewards.not_issued', 'A Premium Gift is redeemed, not issued'),
  headOfficeIssues: refusal(403, 'customer-rewards.head_office_issues', 'Only head office can issue rewards'),
  headOfficeExtends: refusal(403, 'customer-rewards.head_office_extends', 'Only head office can extend rewards'),
  rewardNotActive: refusal(409, 'customer-rewards.reward_not_active', 'Reward {Code} is {Status}'),
  rewardNotYet: refusal(409, 'customer-rewards.reward_not_yet', 'Reward {Code} is valid from {Date}'),
  rewardOver: refusal(409, 'customer-rewards.reward_over', 'Reward {Code} was valid until {Date}'),
  notHere: refusal(409, 'customer-rewards.not_here', 'Reward {Code} is not for outlet {OutletCode}'),
  outletUnknown: refusal(409, 'customer-rewards.outlet_unknown', 'Outlet {OutletCode} does not exist'),
  notForMember: refusal(
    409,
    'customer-rewards.not_for_member',
    'Reward {Code} is not for this member’s category or type',
  ),
  noBirthday: refusal(409, 'customer-rewards.no_birthday', 'The birthday price is for the month of the birthday only'),
  birthdayTooNew: refusal(
    409,
    'customer-rewards.birthday_too_new',
    'The date of birth must have been on file for 30 days',
  ),
  birthdayUsed: refusal(409, 'customer-rewards.birthday_used', 'The birthday price was already used this year'),
  memberLimit: refusal(
    409,
    'customer-rewards.member_limit',
    'Reward {Code} is limited to {Limit} for each member ({Period})',
  ),
  issuedAlready: refusal(
    409,
    'customer-rewards.issued_already',
    'Reward {Code} was already issued to this member for {Period}',
  ),
  notYet: refusal(409, 'customer-rewards.not_yet', 'The reward is valid from {Date}'),
  over: refusal(409, 'customer-rewards.over', 'The reward was valid until {Date}'),
  invoiceRequired: refusal(409, 'customer-rewards.invoice_required', 'This reward needs the invoice of the purchase'),
  invoiceUnknown: refusal(404, 'customer-rewards.invoice_unknown', 'Invoice {InvoiceNo} does not exist'),
  invoiceOfOther: refusal(409, 'customer-rewards.invoice_of_other', 'Invoice {InvoiceNo} belongs to another member'),
  invoiceUsed: refusal(
    409,
    'customer-rewards.invoice_used',
    'Invoice {InvoiceNo} was already used for reward {ReferenceCode}',
  ),
  spendTooLow: refusal(
    409,
    'customer-rewards.spend_too_low',
    'Invoice {InvoiceNo} comes to {Spent}. The reward needs {Required}',
  ),
  goodsMissing: refusal(
    409,
    'customer-rewards.goods_missing',
    'Invoice {InvoiceNo} has no goods that this reward is for',
  ),
  noVoucher: refusal(409, 'customer-rewards.no_voucher', 'No voucher available for this reward'),
  voucherTaken: refusal(409, 'customer-rewards.voucher_taken', 'Voucher {VoucherNo} is already in use'),
  voucherUsed: refusal(
    409,
    'customer-rewards.voucher_used',
    'Voucher {VoucherNo} was already used, so the claim cannot be cancelled',
  ),
  codeNotShown: refusal(
    409,
    'customer-rewards.code_not_shown',
    'The security code is shown for {Minutes} minutes to the user who claimed the reward, at the outlet of the claim',
  ),
  waitsElsewhere: refusal(
    409,
    'customer-rewards.waits_elsewhere',
    'The gift waits at {OutletCode}. Transfer it first or collect it there',
  ),
  itemNotBack: refusal(
    409,
    'customer-rewards.item_not_back',
    'Confirm that the item is back before you cancel the collection',
  ),
  notLater: refusal(409, 'customer-rewards.not_later', 'The new date must be after {Date} and not in the past'),
  otherOutlet: refusal(403, 'customer-rewards.other_outlet', 'You can only view the list of your own outlet'),
}
