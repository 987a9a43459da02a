// The most frequent counter calls, keyed by name, because functions cannot be passed to threads.

/** The member of a call. `lot` is the id of a lot with redeemable points. */
export type CallSubject = {
  member: string
  customer: number
  name: string
  lot: number
  /** The id of a reward. `id` is then the reference code of the member's customer reward. */
  reward?: number
  id?: string
  /** The invoice number of a sale that a return takes back. */
  invoice?: string
}

export type CounterCall = {
  path: string
  as: 'till' | 'staff'
  /** True if the call changes data and therefore needs an idempotency key. */
  once?: boolean
  body: (subject: CallSubject, id: string) => object
  /** The goal in calls per second on two cores, or as a share of the floor. */
  goal: string
}

const members = '/customer/memberships'

export const counterCalls = {
  sale: {
    path: `${members}/transaction-summaries/add`,
    as: 'till',
    once: true,
    body: ({ member }, id) => ({
      TransactionType: 'N',
      InvoiceNo: id,
      MembershipNo: member,
      OutletCode: 'KL1',
      SalesPersonCode: 'KL101',
      Details: [
        {
          ItemCode: 'RING1',
          Brand: 'Carat',
          ProductGroup: 'DIA-RING',
          Description: 'Diamond ring',
          UnitPrice: '1288.00',
        },
        {
          ItemCode: 'CHAIN1',
          Brand: 'Carat',
          ProductGroup: 'PENDANT',
          Description: 'Gold chain',
          UnitPrice: '388.00',
        },
      ],
    }),
    goal: 'at least 0.35 of the floor',
  },
  redemption: {
    path: '/point/redemption',
    as: 'staff',
    once: true,
    body: ({ member }, id) => ({ MembershipNo: member, Points: 1, ObjectType: 'Voucher', ObjectValue: id }),
    goal: 'at least 0.35 of the floor',
  },
  'look-up': {
    path: `${members}/lookup`,
    as: 'staff',
    body: ({ member }) => ({ Typed: member }),
    goal: '1,300 per second',
  },
  'customer view': {
    path: '/customer/customers/find-one',
    as: 'staff',
    body: ({ customer }) => ({ CustomerId: customer }),
    goal: '1,000 per second',
  },
  'members by name': {
    path: `${members}/find-all`,
    as: 'staff',
    body: ({ name }) => ({ Search: { FullName: name }, SortOption: 'FullName' }),
    goal: '450 per second',
  },
  'all members': { path: `${members}/find-all`, as: 'staff', body: () => ({}), goal: '400 per second' },
  'all customers': { path: '/customer/customers/find-all', as: 'staff', body: () => ({}), goal: '400 per second' },
  'all transactions': {
    path: '/customer/transaction-summaries/find-all',
    as: 'staff',
    body: () => ({}),
    goal: '400 per second',
  },
} satisfies Record<string, CounterCall>

export type CounterCallName = keyof typeof counterCalls

const rewards = '/reward/customer-rewards'
const handedOver = ({ id, member }: CallSubject) => ({
  ReferenceCode: id,
  IdentifierType: 'MembershipNo',
  Identifier: member,
})

/** Calls for rewards at the counter. Each customer reward can be claimed or collected only once. */
export const rewardCalls = {
  redeem: {
    path: `${rewards}/redeem`,
    as: 'staff',
    once: true,
    body: ({ member, reward }) => ({ MembershipNo: member, Rewards: [{ RewardId: reward }] }),
    goal: 'at least 0.35 of the floor',
  },
  claim: { path: `${rewards}/claim`, as: 'staff', once: true, body: handedOver, goal: 'at least 0.35 of the floor' },
  collect: {
    path: `${rewards}/collect`,
    as: 'staff',
    once: true,
    body: handedOver,
    goal: 'at least 0.35 of the floor',
  },
} satisfies Record<string, CounterCall>

/** Calls whose duration could grow with the number of members, and one that cannot: the list of buildings. */
export const scaleCalls = {
  return: {
    path: `${members}/transaction-summaries/add`,
    as: 'till',
    once: true,
    body: ({ invoice }, id) => ({
      TransactionType: 'C',
      InvoiceNo: id,
      OriginalInvoiceNo: invoice,
      OutletCode: 'KL1',
      SalesPersonCode: 'KL101',
    }),
    goal: 'at most 1.2 times the smallest company',
  },
  buildings: { path: '/buildings/find-all', as: 'staff', body: () => ({}), goal: 'the same at every size' },
  'members of an outlet': {
    path: `${members}/find-all`,
    as: 'staff',
    body: () => ({ Search: { OutletCode: 'KL1', CardCategoryCode: 'GOLD' }, SortOption: 'MembershipNo' }),
    goal: 'at most 1.5 times the smallest company',
  },
  'members by part of a name': {
    path: `${members}/find-all`,
    as: 'staff',
    body: ({ name }) => ({ Search: { FullName: name.split(' ')[1] } }),
    goal: 'at most 1.5 times the smallest company',
  },
  'member statement': {
    path: '/point/statements/find-one',
    as: 'staff',
    body: ({ member }) => ({ MembershipNo: member }),
    goal: 'at most 1.3 times the smallest company',
  },
} satisfies Record<string, CounterCall>

export const allCalls = { ...counterCalls, ...rewardCalls, ...scaleCalls }
export type CallName = keyof typeof allCalls

/** Returns the member for a call number. Large steps avoid consecutive calls with neighbouring members. */
export const pickSubject = (subjects: readonly CallSubject[], number: number) =>
  subjects[(number * 7919) % subjects.length]!
