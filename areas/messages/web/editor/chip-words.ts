import { useMemo } from 'react'
import { useT } from '#kit/web/i18n.ts'
import type { MergeChipTexts } from './extensions.ts'
import type { InsertableField } from './insertable.ts'
import { conditionTextOfTag, fallbackTextOfMergeField, mergeFieldName } from './merge-text.ts'

/** Returns a function that gives the label and title of a merge field. */
export function useMergeChipTexts(fields: readonly InsertableField[]) {
  const t = useT()
  return useMemo(() => {
    const labels = new Map(fields.map((field) => [field.Name, field.label]))
    const rowFields = new Set(fields.flatMap(({ Fields }) => Fields))
    return (code: string): MergeChipTexts => {
      const name = mergeFieldName(code)
      if (name === undefined) {
        const words = conditionTextOfTag(code)
        return { label: words, title: t('messages:editor.rule', { words }), tone: 'rule' }
      }
      const label = labels.get(name) ?? name
      if (!labels.has(name) && !rowFields.has(name)) {
        return { label: name, title: t('messages:editor.unknownField', { name }), tone: 'unknown' }
      }
      const fallback = fallbackTextOfMergeField(code)
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
