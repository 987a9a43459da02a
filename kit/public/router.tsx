import { type ComponentType, type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react'

/** A public page: its path and its lazy import. The page component sets the window title. */
export type PublicScreen = { path: string; load: () => Promise<{ default: ComponentType }> }

/** The public pages of an area, declared in its `public.ts`. app/public/areas.ts lists all areas. */
export type PublicArea = { screens: readonly PublicScreen[] }

/** The base path of the application; '' if the application is at the root. */
const basePath = () => new URL(document.baseURI).pathname.replace(/\/$/, '')

/** Returns the current path without the base path. */
export const currentPath = () => location.pathname.slice(basePath().length) || '/'

/** Adds the base path to a path. */
export const withBasePath = (path: string) => basePath() + path

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
  }, currentPath)

/** Navigates to another public page without reloading. */
export function navigateTo(path: string, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', withBasePath(path))
  window.scrollTo(0, 0)
  changed()
}

let fragment = ''

/** Reads the URL fragment, which may be a secret, and removes it from the address bar and the browser history. */
export function readAndClearFragment(): string {
  if (location.hash.length > 1) {
    fragment = decoded(location.hash.slice(1))
    history.replaceState(null, '', location.pathname + location.search)
  }
  return fragment
}

/** Like `takeFragment`, but also reads a new fragment when a link to the same page opens in this tab. */
export function useFragment(): string {
  const [current, setCurrent] = useState(readAndClearFragment)
  useEffect(() => {
    const update = () => location.hash.length > 1 && setCurrent(readAndClearFragment())
    window.addEventListener('hashchange', update)
    return () => window.removeEventListener('hashchange', update)
  }, [])
  return current
}

/** Extracts the path parameters by a route pattern; undefined if the path does not match. */
export function pathParams(pattern: string, path: string): Record<string, string> | undefined {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const match = new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)')}/?$`).exec(path)
  if (!match) return undefined
  return Object.fromEntries(names.map((name, index) => [name, decoded(match[index + 1]!)]))
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

type LinkProps = { to: string; className?: string; children: React.ReactNode; 'aria-current'?: 'page' | undefined }

/** A link between public pages. Clicks with a modifier key keep the browser's usual behaviour. */
export function Link({ to, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigateTo(to)
  }
  return (
    <a href={withBasePath(to)} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
