import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'

/** Renders a page about the member whose number is in the URL, or a member search if the URL has no number. */
export function RequireMemberInUrl({ children }: { children: (MembershipNo: string) => ReactNode }) {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const MembershipNo = address.get('MembershipNo')?.trim().toUpperCase()
  if (MembershipNo) return children(MembershipNo)
  return (
    <Stack width="form" gap="s" className="carat-card carat-card-body">
      <MemberPicker
        id="points-member"
        label={t('customers:member.find')}
        size="large"
        action={t('customers:member.findAction')}
        autoFocus
        ofPage
        onPick={(member) => setAddress({ MembershipNo: member.MembershipNo })}
      />
    </Stack>
  )
}
