import { Link, useLocation, useSearchParams } from 'react-router'
import './table/list.css'

type PageTab = { key: string; title: string }

const NAME = 'tab'

/** Which part of the page the address names; the first one where it names none. */
export function usePageTab(keys: readonly string[]): string {
  const named = useSearchParams()[0].get(NAME)
  return named !== null && keys.includes(named) ? named : (keys[0] ?? '')
}

/** The parts of a record's page, one of which is open: links, so that each has its address and Back leads to the one before. */
export function PageTabs({ label, tabs, current }: { label: string; tabs: readonly PageTab[]; current: string }) {
  const { state } = useLocation()
  return (
    <nav className="carat-tabs carat-tabs-of-page carat-unprinted" aria-label={label}>
      <ul>
        {tabs.map(({ key, title }, place) => (
          <li key={key}>
            <Link
              to={{ search: place === 0 ? '' : `?${NAME}=${key}` }}
              state={state}
              preventScrollReset
              className="carat-tab"
              aria-current={key === current ? 'page' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
