import { type ComponentType, type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react'

/** A page of an area that anybody may open: where it lies, how it is fetched. What it is called, it says itself. */
export type PublicScreen = { path: string; load: () => Promise<{ default: ComponentType }> }

/** What an area brings to the public application, in its `public.ts`; app/public/areas.ts lists the areas. */
export type PublicArea = { screens: readonly PublicScreen[] }

/** The path that the application lies under, '' at the root. */
const basePath = () => new URL(document.baseURI).pathname.replace(/\/$/, '')

/** The present address without the base path. */
export const presentPath = () => location.pathname.slice(basePath().length) || '/'

/** An address of this application, as the browser needs it. */
export const hrefOf = (path: string) => basePath() + path

const watchers = new Set<() => void>()
const changed = () => {
  for (const watcher of watchers) watcher()
}

export const usePath = () =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher)
    if (watchers.size === 1) window.addEventListener('popstate', changed)
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0) window.removeEventListener('popstate', changed)
    }
  }, presentPath)

/** To another page of this application, without fetching it again. */
export function go(path: string, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(path))
  window.scrollTo(0, 0)
  changed()
}

let fragment = ''

/** What a link brought behind `#`: a secret, so it is out of the address at once, and is not in what the browser remembers. */
export function takeFragment(): string {
  if (location.hash.length > 1) {
    fragment = decoded(location.hash.slice(1))
    history.replaceState(null, '', location.pathname + location.search)
  }
  return fragment
}

/** The same, also of a link that is opened in the tab that stands on its page already. */
export function useFragment(): string {
  const [taken, setTaken] = useState(takeFragment)
  useEffect(() => {
    const take = () => location.hash.length > 1 && setTaken(takeFragment())
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return taken
}

/** What the address says at the places that a pattern names; undefined where it is another address. */
export function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const found = new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)')}/?$`).exec(path)
  if (!found) return undefined
  return Object.fromEntries(names.map((name, place) => [name, decoded(found[place + 1]!)]))
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

type LinkProps = { to: string; className?: string; children: React.ReactNode; 'aria-current'?: 'page' | undefined }

/** A link within the public pages; with a key held down it opens as every link does. */
export function Link({ to, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={hrefOf(to)} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
