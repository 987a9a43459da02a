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

/** The user's settings for theme (specification, "Header"), language, tables and shortcuts. */
export type Appearance = {
  mode: 'system' | 'light' | 'dark'
  navigation: 'side' | 'top'
  collapsed: boolean
  direction: 'ltr' | 'rtl'
  header: string
  accent: string
  language: Language
  /** The row density of tables for which the user has chosen none. */
  density: 'comfortable' | 'compact'
  /** True if single-key shortcuts are on (WCAG 2.1.4). */
  singleKeys: boolean
}

/** The default appearance that the specification sets (section 9). */
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

const STORAGE_KEY = 'carat.appearance'

/** The last appearance in this browser, for the first paint before the user is known. */
export const lastAppearance = (): Appearance => parseAppearance(localStorage.getItem(STORAGE_KEY)) ?? defaultAppearance

/** True if a storage key survives sign-out, because the appearance is not confidential. */
export const isAppearanceKey = (key: string) => key.startsWith(STORAGE_KEY)

type StoreAppearance = (changes: Partial<Appearance>) => void
let storeAppearance: StoreAppearance = () => {}

/** Sets the function that stores changes of the signed-in user on the server, for use in other browsers. */
export const setAppearanceStore = (store: StoreAppearance) => {
  storeAppearance = store
}

type Setting = {
  appearance: Appearance
  dark: boolean
  /** Applies the appearance that the user chose, and stores it. */
  change: (changes: Partial<Appearance>) => Promise<void>
  /** Applies an appearance that is already stored. */
  show: (appearance: Appearance) => Promise<void>
}
const AppearanceContext = createContext<Setting | null>(null)

export function useAppearance(): Setting {
  const setting = useContext(AppearanceContext)
  if (!setting) throw new Error('useAppearance was called outside of the theme')
  return setting
}

/** Provides the appearance and applies it to the document. Pages with antd also set antd's theme. */
export function AppearanceProvider({ start, children }: { start: Appearance; children: React.ReactNode }) {
  const [appearance, setAppearance] = useState(start)
  const systemDark = useSystemDark()
  // Prints in light mode, whatever the setting.
  const printing = useMedia('print')
  const dark = !printing && (appearance.mode === 'dark' || (appearance.mode === 'system' && systemDark))
  // The latest appearance is stored outside React, so that a second change before the next render includes the first one.
  const latestAppearance = useRef(start)

  const applyAppearance = useCallback(async (requested: Appearance) => {
    const { language } = latestAppearance.current
    latestAppearance.current = requested
    // Loads the texts before the switch, because a label in the old language is better than a text key.
    if (requested.language !== language) await setLanguage(requested.language)
    setAppearance(latestAppearance.current)
  }, [])
  const show = useCallback(
    (requested: Appearance) => {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(requested))
      return applyAppearance(requested)
    },
    [applyAppearance],
  )
  const change = useCallback(
    (changes: Partial<Appearance>) => {
      storeAppearance(changes)
      return show({ ...latestAppearance.current, ...changes })
    },
    [show],
  )

  useLayoutEffect(() => {
    const page = document.documentElement
    page.dir = appearance.direction
    page.dataset.theme = dark ? 'dark' : 'light'
  }, [dark, appearance.direction])

  // Applies the changes of the appearance that another tab made.
  useEffect(() => {
    const handleStorage = ({ key, newValue }: StorageEvent) => {
      const changedAppearance = key === STORAGE_KEY ? parseAppearance(newValue) : undefined
      if (changedAppearance) void applyAppearance(changedAppearance)
    }
    window.addEventListener('storage', handleStorage)
    return () => window.removeEventListener('storage', handleStorage)
  }, [applyAppearance])

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

function parseAppearance(text: string | null): Appearance | undefined {
  try {
    return text ? withValidValues({ ...defaultAppearance, ...JSON.parse(text) }) : undefined
  } catch {
    // The defaults apply if the stored appearance is not valid.
    return undefined
  }
}

const isColour = (text: unknown) => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

/** Replaces invalid values, because the stored appearance may be outdated or edited. */
const withValidValues = (appearance: Appearance): Appearance => ({
  ...appearance,
  header: isColour(appearance.header) ? appearance.header : DEFAULT_HEADER,
  accent: isColour(appearance.accent) ? appearance.accent : DEFAULT_ACCENT,
  language: languages.some(({ code }) => code === appearance.language) ? appearance.language : 'en',
})
