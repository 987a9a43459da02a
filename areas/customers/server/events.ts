import { event } from '#kit/server/events.ts'

/** A customer who named another member as referrer. */
export type ReferredCustomer = { CustomerId: number; RecommendMembershipNo: string | null; CreatedAt: string }

export const customerRegistered = event<{ CustomerId: number }>('customerRegistered', 'A customer was registered')
export const referrerNamed = event<{ customer: ReferredCustomer; MembershipNo: string }>(
  'referrerNamed',
  'A customer named the member who referred them, at registration or later',
)
export const customerDeleted = event<{ CustomerId: number }>('customerDeleted', 'A customer was deleted')
