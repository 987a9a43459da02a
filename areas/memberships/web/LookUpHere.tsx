import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#kit/web/call.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { ScanInput } from '#kit/web/ScanInput.tsx'
import { type LookupRow, lookupMember } from '../contract/counter.ts'
import { counterPath } from '../paths.ts'

/** The way out where a customer of another outlet was refused: a full number opens him, and the page loads again. */
export function LookUpHere() {
  const t = useT()
  const client = useQueryClient()
  const [found, setFound] = useState<readonly LookupRow[]>([])
  const [notice, setNotice] = useState<string>()
  const find = async (typed: string) => {
    setNotice(undefined)
    try {
      const { ExactYN, rows } = await call(lookupMember, { Typed: typed })
      setFound(rows)
      if (ExactYN === 'N') setNotice(t('memberships:foreign.fullNumber'))
      else await client.invalidateQueries()
    } catch (failure) {
      setNotice(errorText(failure).description)
    }
  }
  return (
    <Stack gap="s" width="narrow" style={{ textAlign: 'start', marginInline: 'auto' }}>
      <ScanInput
        id="look-up-here"
        label={t('memberships:foreign.box')}
        placeholder={t('memberships:foreign.example')}
        onSubmit={find}
        error={notice}
      />
      {found.map(({ MembershipNo, FullName }) => (
        <Link key={MembershipNo} to={counterPath({ member: MembershipNo })}>
          {FullName} · {MembershipNo}
        </Link>
      ))}
    </Stack>
  )
}
