import { FileTextOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { mayOpen } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { isGroup, menuFor } from '../../menu.ts'
import { allScreens } from '../../screens.ts'
import { icons } from '../icons.tsx'
import type { Found } from './useFound.ts'

/** Every page that can be opened without a record, by its title and its path (specification, "Header"). */
export function usePages(): (Found & { also: string })[] {
  const t = useT()
  const navigate = useNavigate()
  const session = useSession()
  const groups = new Map(
    menuFor(allScreens, session).flatMap((item) =>
      isGroup(item) ? item.entries.map(({ path }) => [path, item] as const) : [],
    ),
  )
  return allScreens
    .filter((screen) => !screen.path.includes(':') && !screen.fullPage && !screen.parent && mayOpen(screen, session))
    .map(({ path, title }) => {
      const group = groups.get(path)
      return {
        key: path,
        title: t(title),
        ...(group && { about: t(group.title) }),
        also: path,
        icon: group ? icons[group.icon] : <FileTextOutlined />,
        run: () => void navigate(path),
      }
    })
}
