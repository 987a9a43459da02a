import { FileTextIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { mayOpen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { isGroup, menuFor } from '../../menu.ts'
import { allScreens } from '../../screens.ts'
import { type IconName, icons } from '../icons.tsx'
import type { Found } from './found.ts'

/** Where a page stands in the menu. */
type Place = { path: string; icon: IconName | undefined; about?: string }

/** Every page that can be opened without a record, by its title and its path (specification, "Header"). */
export function usePages(): (Found & { also: string })[] {
  const t = useT()
  const navigate = useNavigate()
  const session = useSession()
  const visible = menuFor(allScreens, session).flatMap<Place>((item) =>
    isGroup(item)
      ? item.entries.map(({ path }) => ({ path, icon: item.icon, about: t(item.title) }))
      : [{ path: item.path, icon: item.icon }],
  )
  // In the order of the menu, then what is reached from other pages only.
  const places = new Map(visible.map((entry, place) => [entry.path, { ...entry, place }]))
  const placeOf = ({ path }: { path: string }) => places.get(path)?.place ?? visible.length
  return allScreens
    .filter((screen) => !screen.path.includes(':') && !screen.fullPage && !screen.parent && mayOpen(screen, session))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ path, title }) => {
      const { icon, about } = places.get(path) ?? {}
      return {
        key: path,
        title: t(title),
        ...(about && { about }),
        also: path,
        icon: icon ? icons[icon] : <FileTextIcon />,
        run: () => void navigate(path),
      }
    })
}
