import { useEffect } from 'react'
import { isMarkedSignedIn } from '#areas/access/web/stored.ts'
import { getPreferences, type Preferences, savePreferences } from '#areas/workspace/contract.ts'
import { call } from '#kit/web/call.ts'
import { currentLanguage } from '#kit/web/i18n.ts'
import { type Appearance, defaultAppearance, keepAppearanceWith, useAppearance } from '#kit/web/theme.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { takeChosenLanguage } from './language.ts'

/** Another browser may have changed something meanwhile: looked up at the next glance at this one. */
const FRESH_MS = 60_000

/**
 * The appearance of the person who is signed in is kept on the server and comes back from there in every browser. Answers
 * whether it is known; until then this browser's last one is shown, and nothing should be drawn that would jump.
 */
export function useKeptAppearance(): boolean {
  const { show, change } = useAppearance()
  const marked = isMarkedSignedIn()
  const { data, isPending } = useRead(
    getPreferences,
    {},
    { enabled: marked, staleTime: FRESH_MS, refetchOnWindowFocus: true },
  )

  useEffect(() => {
    keepAppearanceWith((changes) => void keep(changes))
    return () => {
      keepAppearanceWith(() => {})
      unsaved = undefined
    }
  }, [])

  useEffect(() => {
    // What is still on its way to the server is newer than what it answered.
    if (!data || unsaved) return
    // Who chose a language on the sign-in page meant it, whatever they chose last time.
    const chosen = takeChosenLanguage()
    void show(data.Preferences ? appearanceOf(data.Preferences) : { ...defaultAppearance, language: currentLanguage() })
    if (chosen && chosen !== data.Preferences?.Language) void change({ language: chosen })
  }, [data, show, change])

  return !marked || !isPending
}

let unsaved: Partial<Appearance> | undefined
let saving = false

/** What is chosen while a call is under way goes with the next one; what could not be saved, with the next choice. */
async function keep(changes: Partial<Appearance>) {
  unsaved = { ...unsaved, ...changes }
  if (saving) return
  saving = true
  while (unsaved) {
    const sent: Partial<Appearance> = unsaved
    const saved = await call(savePreferences, preferencesOf(sent)).catch(() => undefined)
    if (!saved) break
    if (unsaved !== sent) continue
    unsaved = undefined
  }
  saving = false
}

const yn = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? 'Y' : 'N')

function preferencesOf(look: Partial<Appearance>): Partial<Preferences> {
  const all = {
    Mode: look.mode,
    Navigation: look.navigation,
    CollapsedYN: yn(look.collapsed),
    Direction: look.direction,
    HeaderColor: look.header,
    AccentColor: look.accent,
    Language: look.language,
    Density: look.density,
    SingleKeysYN: yn(look.singleKeys),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const appearanceOf = (own: Preferences): Appearance => ({
  mode: own.Mode,
  navigation: own.Navigation,
  collapsed: own.CollapsedYN === 'Y',
  direction: own.Direction,
  header: own.HeaderColor,
  accent: own.AccentColor,
  language: own.Language,
  density: own.Density,
  singleKeys: own.SingleKeysYN === 'Y',
})
