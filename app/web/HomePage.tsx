import { Link } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { menuIcons } from './layout/icons.tsx'
import { isMenuGroup, visibleMenu } from './menu.ts'
import { useScreens } from './screens-context.ts'

/** Shows a greeting and links to all pages that the user may open. */
export function HomePage() {
  const t = useT()
  const session = useSession()
  const screens = useScreens()
  const { user } = session
  const name = user.staff?.preferred_name ?? user.username
  const workplace = user.department?.code ?? user.building?.code ?? user.username
  const visible = visibleMenu(screens, session)
  const groups = visible.flatMap((item) => (isMenuGroup(item) ? [item] : []))
  const singleEntries = visible.flatMap((item) => (isMenuGroup(item) ? [] : [item]))
  return (
    <>
      <p className="greeting">{t('app:greeting', { name, place: workplace })}</p>
      <div className="home">
        {singleEntries.map(({ path, title, icon }) => (
          <section key={path}>
            <h2>
              {icon && menuIcons[icon]} <Link to={path}>{t(title)}</Link>
            </h2>
          </section>
        ))}
        {groups.map(({ key, title, icon, entries }) => (
          <section key={key} aria-labelledby={`home-${key}`}>
            <h2 id={`home-${key}`}>
              {menuIcons[icon]} {t(title)}
            </h2>
            <ul>
              {entries.map((entry) => (
                <li key={entry.path}>
                  <Link to={entry.path}>{t(entry.title)}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
