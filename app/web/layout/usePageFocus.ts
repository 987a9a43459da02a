import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After going to another page its heading gets the focus, so that a screen reader says where one is. */
export function usePageFocus() {
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    // A page that puts the focus into its own field knows better.
    const main = document.getElementById('main')
    if (!main?.contains(document.activeElement)) main?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [pathname])
}
