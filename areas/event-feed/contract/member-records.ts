import { z } from 'zod'
import { Address } from '#areas/customers/contract/addresses.ts'
import { Consent } from '#areas/customers/contract/consents.ts'
import { Customer } from '#areas/customers/contract/customers.ts'
import { Balance } from '#areas/memberships/contract/balance.ts'
import { Membership } from '#areas/memberships/contract/memberships.ts'
import { Instant } from '#kit/contract/fields.ts'

// Records of customers and memberships as programs copy them.
// A record has only what is stored with it: a name from another record would change without a change of this one.

export const CustomerRecord = Customer.omit({
  MembershipNo: true,
  CardCategoryCode: true,
  PreferredStaffName: true,
  LeadSourceName: true,
  NricWarnings: true,
}).extend({
  /** Addresses that are not deleted, the primary address first. */
  Addresses: z.array(Address),
  /** The latest consent per channel. */
  Consents: z.array(Consent.omit({ Wording: true, RecordedByName: true })),
})

export const MembershipRecord = Membership.pick({
  MembershipNo: true,
  Status: true,
  CustomerId: true,
  MemberType: true,
  CardGroupId: true,
  CardCategoryCode: true,
  JoinDate: true,
  ActivatedAt: true,
  CycleStart: true,
  CycleEnd: true,
  Version: true,
}).extend({
  CreatedAt: Instant,
  UpdatedAt: Instant,
  /** The sum of the member's ledger. */
  PointBalance: Balance.shape.PointBalance,
  ...Balance.pick({
    Arrears: true,
    TotalPointsEarned: true,
    TotalPointsRedeemed: true,
    TotalPointsExpired: true,
    TotalPointsReversed: true,
    TotalPointsAdjusted: true,
    TotalPointsMerged: true,
  }).shape,
})
