import { useEffect } from 'react'
import { setLanguage } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { type Appearance, appearanceOf, keepAppearance, useAppearance } from '#kit/web/theme.tsx'
import { chosenLanguage } from './language.ts'

/** How things look for this user; a change is shown at once and kept for the next visit. */
export function useOwnAppearance() {
  const { username } = useSession().user
  const { appearance, setAppearance } = useAppearance()

  const change = async (changes: Partial<Appearance>) => {
    const next = { ...appearance, ...changes }
    // Texts first: a label in the old language is better than a key.
    if (next.language !== appearance.language) await setLanguage(next.language)
    setAppearance(next)
    keepAppearance(next, username)
  }
  return { appearance, change }
}

/** Once after signing in: what this user chose last time comes back. */
export function useRestoredAppearance() {
  const { username } = useSession().user
  const { setAppearance } = useAppearance()
  useEffect(() => {
    const own = appearanceOf(username)
    if (!own) return
    const next = { ...own, language: chosenLanguage() ?? own.language }
    void setLanguage(next.language).then(() => {
      setAppearance(next)
      keepAppearance(next, username)
    })
  }, [username, setAppearance])
}
