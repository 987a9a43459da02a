import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { MemberPicker } from '#areas/customers/web/index.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { counterPath } from '../paths.ts'

/** Shown when a page refuses a customer of another outlet. A full number gives access, and the page reloads. */
export function MemberAccessPrompt() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <Stack gap="s" width="narrow" style={{ inlineSize: '100%', textAlign: 'start', marginInline: 'auto' }}>
      <MemberPicker
        id="look-up-here"
        label={t('memberships:foreign.box')}
        placeholder={t('memberships:foreign.example')}
        size="large"
        action={t('customers:member.findAction')}
        ofPage
        // A member whom the user found by name opens at the counter, because only a full identifier gives access to this page.
        onPick={({ MembershipNo }, exact) =>
          exact ? void client.invalidateQueries() : void navigate(counterPath({ member: MembershipNo }))
        }
      />
    </Stack>
  )
}
