import { useT } from '#kit/web/i18n.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { RightName } from './rights.ts'

/** Returns descriptions of roles and privileges, and a search in their names and descriptions. */
export function useRightTexts() {
  const t = useT()
  const about = (name: RightName) => t(`staff:opens.${name}` as TextKey)
  const matches = (name: RightName, typed: string) =>
    `${name} ${about(name)}`.toLowerCase().includes(typed.trim().toLowerCase())
  return { about, matches }
}
