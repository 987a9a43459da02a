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

/** The user's settings of the theme drawer (specification, "Header"), of tables and of keys. */
export type Appearance = {
  mode: 'system' | 'light' | 'dark'
  navigation: 'side' | 'top'
  collapsed: boolean
  direction: 'ltr' | 'rtl'
  header: string
  accent: string
  language: Language
  /** The row density of tables without their own setting. */
  density: 'comfortable' | 'compact'
  /** Whether single-key shortcuts are on (WCAG 2.1.4). */
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

const STORAGE_KEY = 'carat.appearance'

/** The last appearance of this browser, for the first paint before the user is known. */
export const lastAppearance = (): Appearance => parseAppearance(localStorage.getItem(STORAGE_KEY)) ?? defaultAppearance

/** Whether a storage key survives sign-out: the appearance is not confidential. */
export const isAppearanceKey = (key: string) => key.startsWith(STORAGE_KEY)

type StoreAppearance = (changes: Partial<Appearance>) => void
let storeAppearance: StoreAppearance = () => {}

/** Sets how changes of the signed-in user are stored on the server, for use in any browser. */
export const setAppearanceStore = (store: StoreAppearance) => {
  storeAppearance = store
}

type Setting = {
  appearance: Appearance
  dark: boolean
  /** Applies and stores a user's choice. */
  change: (changes: Partial<Appearance>) => Promise<void>
  /** Applies a stored appearance. */
  show: (appearance: Appearance) => Promise<void>
}
const AppearanceContext = createContext<Setting | null>(null)

export function useAppearance(): Setting {
  const setting = useContext(AppearanceContext)
  if (!setting) throw new Error('useAppearance was called outside of the theme')
  return setting
}

/** Provides the appearance and applies it to the document. antd's theme is set separately, where antd is used. */
export function AppearanceProvider({ start, children }: { start: Appearance; children: React.ReactNode }) {
  const [appearance, setAppearance] = useState(start)
  const systemDark = useSystemDark()
  // Printing always uses light mode.
  const printing = useMedia('print')
  const dark = !printing && (appearance.mode === 'dark' || (appearance.mode === 'system' && systemDark))
  // The latest requested appearance: a second change must build on the first, even before it is rendered.
  const latestAppearance = useRef(start)

  const applyAppearance = useCallback(async (requested: Appearance) => {
    const { language } = latestAppearance.current
    latestAppearance.current = requested
    // Loads the texts first: a label in the old language is better than a text key.
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

  // Follows changes in another tab.
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
    // The stored text is not ours; the defaults apply.
    return undefined
  }
}

const isColour = (text: unknown) => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

/** Replaces invalid values: the stored appearance may be outdated or edited. */
const withValidValues = (appearance: Appearance): Appearance => ({
  ...appearance,
  header: isColour(appearance.header) ? appearance.header : DEFAULT_HEADER,
  accent: isColour(appearance.accent) ? appearance.accent : DEFAULT_ACCENT,
  language: languages.some(({ code }) => code === appearance.language) ? appearance.language : 'en',
})
