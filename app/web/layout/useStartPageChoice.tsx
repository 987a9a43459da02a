import { CheckIcon, HouseIcon } from 'lucide-react'
import { getPreferences, savePreferences } from '#areas/workspace/contract.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { canStartAtCounter } from '../start-page.ts'

const pages = ['auto', 'counter', 'dashboard'] as const

/** The time in milliseconds for which loaded user preferences are not refetched. A saved choice refetches them. */
const FRESH_MS = 60_000

/** Returns the items of the profile menu for the start page, if the user has more than one option. */
export function useStartPageChoice() {
  const t = useT()
  const session = useSession()
  const { data } = useRead(getPreferences, {}, { staleTime: FRESH_MS })
  const save = useCall(savePreferences, { done: 'app:startPage.saved', failed: 'app:startPage.failed' })
  if (!canStartAtCounter(session)) return []
  const startPage = data?.Preferences?.StartPage ?? 'auto'
  return [
    {
      key: 'start-page',
      icon: <HouseIcon />,
      label: t('app:startPage.title'),
      children: pages.map((page) => ({
        key: `start-page-${page}`,
        role: 'menuitemradio',
        'aria-checked': page === startPage,
        icon: <CheckIcon style={{ visibility: page === startPage ? 'visible' : 'hidden' }} />,
        label: t(`app:startPage.${page}`),
        onClick: () => save.mutate({ StartPage: page }),
      })),
    },
  ]
}
