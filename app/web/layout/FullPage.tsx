import { Outlet } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { getConfig } from '../config.ts'
import { Guarded } from './Guarded.tsx'
import { useScreen } from './useScreen.ts'
import './full-page.css'

/** A report's view: the page alone, ready for print. */
export function FullPage() {
  const t = useT()
  const screen = useScreen()
  return (
    <main className="full-page">
      {screen && <title>{`${t(screen.title)} · ${getConfig().Title}`}</title>}
      <Guarded>
        <Outlet />
      </Guarded>
    </main>
  )
}
