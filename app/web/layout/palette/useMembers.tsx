import { keepPreviousData } from '@tanstack/react-query'
import { ScanLineIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { customerViewRoles } from '#areas/customers/contract/roles.ts'
import { customerPath } from '#areas/customers/paths.ts'
import { type LookupRow, lookupMember } from '#areas/memberships/contract/counter.ts'
import { counterRoles } from '#areas/memberships/contract/roles.ts'
import { counterPath } from '#areas/memberships/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { useT } from '#kit/web/i18n.ts'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { PaletteItem } from './palette-item.ts'

const VISIBLE_MAX = 5
const PAUSE_MS = 150

type Members = { items: PaletteItem[]; counter: PaletteItem[]; isLoading: boolean }

/** Finds members by number, phone, identity number, e-mail or name. The last item searches at the counter. */
export function usePaletteMembers(typed: string): Members {
  const t = useT()
  const navigate = useNavigate()
  const { has, isHQ } = useSession()
  const searchText = useDebounced(typed)
  const maySearch = has(counterRoles) && typed.length >= 2
  const { data, isFetching } = useRead(
    lookupMember,
    { Typed: searchText.slice(0, 100) },
    { enabled: maySearch && searchText.length >= 2, staleTime: 10_000, placeholderData: keepPreviousData },
  )
  if (!maySearch) return { items: [], counter: [], isLoading: false }

  const pathOf = ({ CustomerId, MembershipNo }: LookupRow) =>
    // Outlet staff open the member at the counter, and head office opens the customer's page.
    isHQ && has(customerViewRoles) ? customerPath({ CustomerId }) : counterPath({ member: MembershipNo })
  const members = (data?.rows ?? []).slice(0, VISIBLE_MAX).map(
    (row): PaletteItem => ({
      key: row.MembershipNo,
      title: formatPersonName(row.FullName),
      about: [row.MembershipNo, row.IdNo].filter(Boolean).join(' · '),
      end: row.CardCategoryName && <ColourTag name={row.CardCategoryName} color={row.Color} />,
      icon: <PersonInitials name={row.FullName} />,
      run: () => void navigate(pathOf(row)),
    }),
  )
  const counterItem: PaletteItem = {
    key: 'counter',
    title: t('app:palette.member', { typed }),
    icon: <ScanLineIcon />,
    run: () => void navigate(counterPath({ q: typed })),
  }
  return { items: members, counter: [counterItem], isLoading: isFetching || searchText !== typed }
}

/** Delays the search until the user stops typing, so that not every key press sends a request. */
function useDebounced(typed: string) {
  const [debounced, setDebounced] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return debounced
}
