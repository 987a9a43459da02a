import { event } from '#kit/server/events.ts'

/** A customer who names the member that recommended the company. */
export type Referred = { CustomerId: number; RecommendMembershipNo: string | null; CreatedAt: string }

export const customerRegistered = event<{ CustomerId: number }>('customerRegistered', 'A customer was registered')
export const referrerNamed = event<{ customer: Referred; MembershipNo: string }>(
  'referrerNamed',
  'A customer names, at registration or later, the member who recommended the company',
)
export const customerDeleted = event<{ CustomerId: number }>('customerDeleted', 'A customer was deleted')
