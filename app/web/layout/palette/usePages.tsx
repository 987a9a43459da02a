import { FileTextIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { canOpenScreen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { isMenuGroup, visibleMenu } from '../../menu.ts'
import { allScreens } from '../../screens.ts'
import { type MenuIconName, menuIcons } from '../icons.tsx'
import type { PaletteItem } from './palette-item.ts'

/** Returns the position of a page in the main menu. */
type MenuPosition = { path: string; icon: MenuIconName | undefined; about?: string }

/** Returns every page that needs no record, with its title and path (specification, "Header"). */
export function usePalettePages(): (PaletteItem & { keywords: string })[] {
  const t = useT()
  const navigate = useNavigate()
  const session = useSession()
  const visible = visibleMenu(allScreens, session).flatMap<MenuPosition>((item) =>
    isMenuGroup(item)
      ? item.entries.map(({ path }) => ({ path, icon: item.icon, about: t(item.title) }))
      : [{ path: item.path, icon: item.icon }],
  )
  // Sorts pages by their order in the main menu, followed by pages that the menu does not contain.
  const positions = new Map(visible.map((entry, position) => [entry.path, { ...entry, place: position }]))
  const positionOf = ({ path }: { path: string }) => positions.get(path)?.place ?? visible.length
  return allScreens
    .filter(
      (screen) => !screen.path.includes(':') && !screen.fullPage && !screen.parent && canOpenScreen(screen, session),
    )
    .toSorted((a, b) => positionOf(a) - positionOf(b))
    .map(({ path, title }) => {
      const { icon, about } = positions.get(path) ?? {}
      return {
        key: path,
        title: t(title),
        ...(about && { about }),
        keywords: path,
        icon: icon ? menuIcons[icon] : <FileTextIcon />,
        run: () => void navigate(path),
      }
    })
}
