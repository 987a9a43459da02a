import { useMemo } from 'react'
import { useT } from '#kit/web/i18n.ts'
import type { ChipWords } from './extensions.ts'
import type { Insertable } from './insertable.ts'
import { fallbackIn, nameOf, wordsIn } from './merge-text.ts'

/** How a chip is called, in the words of the person who writes. */
export function useChipWords(fields: readonly Insertable[]) {
  const t = useT()
  return useMemo(() => {
    const known = new Map(fields.map((field) => [field.Name, field.label]))
    const ofRows = new Set(fields.flatMap(({ Fields }) => Fields))
    return (code: string): ChipWords => {
      const name = nameOf(code)
      if (name === undefined) {
        const words = wordsIn(code)
        return { label: words, title: t('messages:editor.rule', { words }), tone: 'rule' }
      }
      const label = known.get(name) ?? name
      if (!known.has(name) && !ofRows.has(name)) {
        return { label: name, title: t('messages:editor.unknownField', { name }), tone: 'unknown' }
      }
      const fallback = fallbackIn(code)
      return {
        label,
        more: fallback,
        title: fallback
          ? t('messages:editor.fieldOr', { name: label, words: fallback })
          : t('messages:editor.fieldNamed', { name: label }),
        tone: 'field',
      }
    }
  }, [fields, t])
}
