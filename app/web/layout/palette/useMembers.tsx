import { keepPreviousData } from '@tanstack/react-query'
import { ScanLineIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { viewRoles } from '#areas/customers/contract/roles.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { type LookupRow, lookupMember } from '#areas/memberships/contract/counter.ts'
import { counterRoles } from '#areas/memberships/contract/roles.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import { personName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { useT } from '#kit/web/i18n.ts'
import { PersonMark } from '#kit/web/PersonMark.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { Found } from './found.ts'

const VISIBLE_MAX = 5
const PAUSE_MS = 150

type Members = { found: Found[]; counter: Found[]; waiting: boolean }

/** Members by number, telephone, identity number, e-mail or name, and the counter for the person who is not among them. */
export function useMembers(typed: string): Members {
  const t = useT()
  const navigate = useNavigate()
  const { has, isHQ } = useSession()
  const searched = useSettled(typed)
  const may = has(counterRoles) && typed.length >= 2
  const { data, isFetching } = useRead(
    lookupMember,
    { Typed: searched.slice(0, 100) },
    { enabled: may && searched.length >= 2, staleTime: 10_000, placeholderData: keepPreviousData },
  )
  if (!may) return { found: [], counter: [], waiting: false }

  const pathOf = ({ CustomerId, MembershipNo }: LookupRow) =>
    // Anyone who serves them has them at the counter; head office looks at the customer.
    isHQ && has(viewRoles) ? customerPath({ CustomerId }) : counterPath({ member: MembershipNo })
  const members = (data?.rows ?? []).slice(0, VISIBLE_MAX).map(
    (row): Found => ({
      key: row.MembershipNo,
      title: personName(row.FullName),
      about: [row.MembershipNo, row.IdNo].filter(Boolean).join(' · '),
      end: row.CardCategoryName && <ColourTag name={row.CardCategoryName} color={row.Color} />,
      icon: <PersonMark name={row.FullName} />,
      run: () => void navigate(pathOf(row)),
    }),
  )
  const atCounter: Found = {
    key: 'counter',
    title: t('app:palette.member', { typed }),
    icon: <ScanLineIcon />,
    run: () => void navigate(counterPath({ q: typed })),
  }
  return { found: members, counter: [atCounter], waiting: isFetching || searched !== typed }
}

/** The text after a short pause: not every key is a question to the server. */
function useSettled(typed: string) {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
