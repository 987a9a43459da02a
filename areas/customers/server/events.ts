import { defineEvent } from '#kit/server/events.ts'

/** A customer who named another member as referrer. */
export type ReferredCustomer = { CustomerId: number; RecommendMembershipNo: string | null; CreatedAt: string }

export const customerRegistered = defineEvent<{ CustomerId: number }>('customerRegistered', 'A customer was registered')
export const referrerNamed = defineEvent<{ customer: ReferredCustomer; MembershipNo: string }>(
  'referrerNamed',
  'A customer named the member who referred them, at registration or later',
)
export const customerDeleted = defineEvent<{ CustomerId: number }>('customerDeleted', 'A customer was deleted')
