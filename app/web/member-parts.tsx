import { lazy, Suspense } from 'react'
import { setMemberParts } from '#kit/web/member-parts.ts'

const Rewards = lazy(async () => ({
  default: (await import('#areas/expiry/web/rewards/MemberRewards.tsx')).MemberRewards,
}))

const ExpiryRewards = ({ MembershipNo }: { MembershipNo: string }) => (
  <Suspense fallback={null}>
    <Rewards MembershipNo={MembershipNo} />
  </Suspense>
)

/** Tells the customer's page what other areas show of a member. */
export const startMemberParts = () => setMemberParts([ExpiryRewards])
