import { type ComponentType, type MouseEvent, useSyncExternalStore } from 'react'
import type { PublicTextKey } from './vocabulary.ts'

/** A page of an area that anybody may open: where it lies, what it is called, how it is fetched. */
export type PublicScreen = {
  path: string
  title: PublicTextKey
  load: () => Promise<{ default: ComponentType }>
  /** Malay too: the page brings it itself where it has it. */
  ownLanguages?: true
}

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
