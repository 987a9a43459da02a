import { Link, useLocation, useSearchParams } from 'react-router'
import './table/list.css'

type PageTab = { key: string; title: string }

const NAME = 'tab'

/** The open tab, from the URL; by default the first tab. */
export function usePageTab(keys: readonly string[]): string {
  const requestedTab = useSearchParams()[0].get(NAME)
  return requestedTab !== null && keys.includes(requestedTab) ? requestedTab : (keys[0] ?? '')
}

/** The tabs of a record's page. Tabs are links, so that each tab has a URL and Back returns to the previous tab. */
export function PageTabs({ label, tabs, current }: { label: string; tabs: readonly PageTab[]; current: string }) {
  const { state } = useLocation()
  return (
    <nav className="carat-tabs carat-tabs-of-page carat-unprinted" aria-label={label}>
      <ul>
        {tabs.map(({ key, title }, index) => (
          <li key={key}>
            <Link
              to={{ search: index === 0 ? '' : `?${NAME}=${key}` }}
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
