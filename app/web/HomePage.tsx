import { Link } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { screens } from './areas.ts'
import { icons } from './layout/icons.tsx'
import { isGroup, menuFor } from './menu.ts'

/** A greeting and the ways to everything the user may open. */
export default function HomePage() {
  const t = useT()
  const session = useSession()
  const { user } = session
  const name = user.staff?.preferred_name ?? user.username
  const place = user.department?.code ?? user.building?.code ?? user.username
  const groups = menuFor(screens, session).map((item) => (isGroup(item) ? item : { ...item, key: item.path, entries: [item] }))
  return (
    <>
      <p className="greeting">{t('app:greeting', { name, place })}</p>
      <div className="home">
        {groups.map(({ key, title, icon, entries }) => (
          <section key={key} aria-labelledby={`home-${key}`}>
            <h2 id={`home-${key}`}>
              {icon && icons[icon]} {t(title)}
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
