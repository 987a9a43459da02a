import { useEffect } from 'react'
import { isMarkedSignedIn } from '#areas/access/web/stored.ts'
import { getPreferences, type Preferences, savePreferences } from '#areas/workspace/contract.ts'
import { call } from '#kit/web/call.ts'
import { currentLanguage } from '#kit/web/i18n.ts'
import { type Appearance, defaultAppearance, setAppearanceStore, useAppearance } from '#kit/web/theme.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { takeLanguageBeforeSignIn } from './language.ts'

/** When the window gets the focus, preferences older than this are refetched, because another browser may have changed them. */
const FRESH_MS = 60_000

/**
 * Loads the appearance of the signed-in user from the server, and saves changes there.
 * Returns true once the appearance is loaded. Render nothing before, because the layout would jump.
 */
export function useStoredAppearance(): boolean {
  const { show, change } = useAppearance()
  const isSignedIn = isMarkedSignedIn()
  const { data, isPending } = useRead(
    getPreferences,
    {},
    { enabled: isSignedIn, staleTime: FRESH_MS, refetchOnWindowFocus: true },
  )

  useEffect(() => {
    setAppearanceStore((changes) => void savePending(changes))
    return () => {
      setAppearanceStore(() => {})
      unsaved = undefined
    }
  }, [])

  useEffect(() => {
    // Changes that are not saved yet stay, because they are newer than the server's response.
    if (!data || unsaved) return
    // A language that the user chose on the sign-in page replaces the stored language.
    const chosenLanguage = takeLanguageBeforeSignIn()
    void show(data.Preferences ? appearanceOf(data.Preferences) : { ...defaultAppearance, language: currentLanguage() })
    if (chosenLanguage && chosenLanguage !== data.Preferences?.Language) void change({ language: chosenLanguage })
  }, [data, show, change])

  return !isSignedIn || !isPending
}

let unsaved: Partial<Appearance> | undefined
let saving = false

/** Saves changes of the appearance one call at a time. The next call also sends changes whose call failed. */
async function savePending(changes: Partial<Appearance>) {
  unsaved = { ...unsaved, ...changes }
  if (saving) return
  saving = true
  while (unsaved) {
    const pending: Partial<Appearance> = unsaved
    const saved = await call(savePreferences, preferencesOf(pending)).catch(() => undefined)
    if (!saved) break
    if (unsaved !== pending) continue
    unsaved = undefined
  }
  saving = false
}

const toYN = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? 'Y' : 'N')

function preferencesOf(appearance: Partial<Appearance>): Partial<Preferences> {
  const all = {
    Mode: appearance.mode,
    Navigation: appearance.navigation,
    CollapsedYN: toYN(appearance.collapsed),
    Direction: appearance.direction,
    HeaderColor: appearance.header,
    AccentColor: appearance.accent,
    Language: appearance.language,
    Density: appearance.density,
    SingleKeysYN: toYN(appearance.singleKeys),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const appearanceOf = (preferences: Preferences): Appearance => ({
  mode: preferences.Mode,
  navigation: preferences.Navigation,
  collapsed: preferences.CollapsedYN === 'Y',
  direction: preferences.Direction,
  header: preferences.HeaderColor,
  accent: preferences.AccentColor,
  language: preferences.Language,
  density: preferences.Density,
  singleKeys: preferences.SingleKeysYN === 'Y',
})
