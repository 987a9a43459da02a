import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Language, languages, setLanguage } from './i18n.ts'
import { useMedia } from './useMedia.ts'

export const DEFAULT_HEADER = '#3e82f7'
export const DEFAULT_ACCENT = '#1b4fd0'

/** What the theme drawer sets (specification, "Header") and how tables and keys behave; every user has their own. */
export type Appearance = {
  mode: 'system' | 'light' | 'dark'
  navigation: 'side' | 'top'
  collapsed: boolean
  direction: 'ltr' | 'rtl'
  header: string
  accent: string
  language: Language
  /** How close the rows of tables stand, where a table has no choice of its own. */
  density: 'comfortable' | 'compact'
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  singleKeys: boolean
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
  density: 'comfortable',
  singleKeys: true,
}

const LAST = 'carat.appearance'

/** The last one used in this browser, for the first paint: the server has not said yet who comes. */
export const lastAppearance = (): Appearance => stored(localStorage.getItem(LAST)) ?? defaultAppearance

/** Signing out empties the browser's storage, but how things look is no secret and stays. */
export const isAppearanceKey = (key: string) => key.startsWith(LAST)

type Keeper = (changes: Partial<Appearance>) => void
let keep: Keeper = () => {}

/** The shell says how a change of the signed-in user is kept for their next visit, in whichever browser. */
export const keepAppearanceWith = (keeper: Keeper) => {
  keep = keeper
}

type Setting = {
  appearance: Appearance
  dark: boolean
  /** The user chose: shown at once and kept. */
  change: (changes: Partial<Appearance>) => Promise<void>
  /** What was kept earlier or elsewhere is shown here. */
  show: (appearance: Appearance) => Promise<void>
}
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
  // Paper is white no matter who works at night.
  const printing = useMedia('print')
  const dark = !printing && (appearance.mode === 'dark' || (appearance.mode === 'system' && systemDark))
  // What is about to be shown: a second change must not be made from what the first one is leaving.
  const next = useRef(start)

  const present = useCallback(async (requested: Appearance) => {
    const { language } = next.current
    next.current = requested
    // Texts first: a label in the old language is better than a key.
    if (requested.language !== language) await setLanguage(requested.language)
    setAppearance(next.current)
  }, [])
  const show = useCallback(
    (requested: Appearance) => {
      localStorage.setItem(LAST, JSON.stringify(requested))
      return present(requested)
    },
    [present],
  )
  const change = useCallback(
    (changes: Partial<Appearance>) => {
      keep(changes)
      return show({ ...next.current, ...changes })
    },
    [show],
  )

  useLayoutEffect(() => {
    const page = document.documentElement
    page.dir = appearance.direction
    page.dataset.theme = dark ? 'dark' : 'light'
  }, [dark, appearance.direction])

  // Another tab of this browser made a choice.
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      const chosen = key === LAST ? stored(newValue) : undefined
      if (chosen) void present(chosen)
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [present])

  const setting = useMemo(() => ({ appearance, dark, change, show }), [appearance, dark, change, show])
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

function stored(text: string | null): Appearance | undefined {
  try {
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
