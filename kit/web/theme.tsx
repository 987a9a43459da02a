import { createContext, useContext, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type Language, languages } from './i18n.ts'
import { DEFAULT_ACCENT, DEFAULT_HEADER } from './theme-colours.ts'

/** What the theme drawer sets (specification, "Header"); every user has their own. */
export type Appearance = {
  mode: 'system' | 'light' | 'dark'
  navigation: 'side' | 'top'
  collapsed: boolean
  direction: 'ltr' | 'rtl'
  header: string
  accent: string
  language: Language
}

/** The specification's defaults (section 9). */
export const defaultAppearance: Appearance = {
  mode: 'light',
  navigation: 'side',
  collapsed: false,
  direction: 'ltr',
  header: DEFAULT_HEADER,
  accent: DEFAULT_ACCENT,
  language: 'en',
}

const LAST = 'carat.appearance'
const keyOf = (username: string) => `${LAST}.${username}`

/** The last one used in this browser: the sign-in page does not know yet who comes. */
export const lastAppearance = (): Appearance => stored(LAST) ?? defaultAppearance

/** What this user chose in this browser. */
export const appearanceOf = (username: string): Appearance | undefined => stored(keyOf(username))

export function keepAppearance(appearance: Appearance, username?: string) {
  localStorage.setItem(LAST, JSON.stringify(appearance))
  if (username) localStorage.setItem(keyOf(username), JSON.stringify(appearance))
}

/** Signing out empties the browser's storage, but how things look is no secret and stays. */
export const isAppearanceKey = (key: string) => key.startsWith(LAST)

type Setting = { appearance: Appearance; setAppearance: (next: Appearance) => void; dark: boolean }
const AppearanceContext = createContext<Setting | null>(null)

export function useAppearance(): Setting {
  const setting = useContext(AppearanceContext)
  if (!setting) throw new Error('useAppearance was called outside of the theme')
  return setting
}

/** Keeps the appearance and tells the stylesheet of it. The library's theme stands inside, where the library is used. */
export function AppearanceProvider({ start, children }: { start: Appearance; children: React.ReactNode }) {
  const [appearance, setAppearance] = useState(start)
  const systemDark = useSystemDark()
  const dark = appearance.mode === 'dark' || (appearance.mode === 'system' && systemDark)

  useLayoutEffect(() => {
    const page = document.documentElement
    page.dir = appearance.direction
    page.dataset.theme = dark ? 'dark' : 'light'
  }, [dark, appearance.direction])

  const setting = useMemo(() => ({ appearance, setAppearance, dark }), [appearance, dark])
  return <AppearanceContext value={setting}>{children}</AppearanceContext>
}

const systemDarkQuery = '(prefers-color-scheme: dark)'
const useSystemDark = () =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(systemDarkQuery)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(systemDarkQuery).matches,
  )

function stored(key: string): Appearance | undefined {
  try {
    const text = localStorage.getItem(key)
    return text ? sane({ ...defaultAppearance, ...JSON.parse(text) }) : undefined
  } catch {
    // Somebody else's text under our key; the defaults do.
    return undefined
  }
}

const isColour = (text: unknown) => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

/** What lies in the browser's storage may be old or edited; a wrong value must not break the page. */
const sane = (appearance: Appearance): Appearance => ({
  ...appearance,
  header: isColour(appearance.header) ? appearance.header : DEFAULT_HEADER,
  accent: isColour(appearance.accent) ? appearance.accent : DEFAULT_ACCENT,
  language: languages.some(({ code }) => code === appearance.language) ? appearance.language : 'en',
})
