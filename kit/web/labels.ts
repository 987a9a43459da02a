import { type TranslateFunction, useT } from './i18n.ts'
import { hasText } from './text-store.ts'
import type { TextKey, Texts } from './vocabulary.ts'

/** The text namespace of an area: `setup`, `customers`, … */
export type TextNamespace = keyof Texts & string

/**
 * Returns the labels of an area's fields and of their fixed values: `fields.<Field>` and `values.<Field>.<Value>`.
 * The namespace `kit` has the labels that several areas share.
 */
export function useLabels(area: TextNamespace) {
  const t = useT()
  return getFieldLabels(t, area)
}

export type FieldLabels = {
  field: (name: string, labelKey?: TextKey) => string
  value: (name: string, value: string | number) => string
}
const labelCache = new WeakMap<TranslateFunction, Map<TextNamespace, FieldLabels>>()

/** The labels are cached per language and area, because every row shows the same labels. */
export function getFieldLabels(t: TranslateFunction, area: TextNamespace): FieldLabels {
  const areas = labelCache.get(t) ?? new Map<TextNamespace, FieldLabels>()
  labelCache.set(t, areas)
  const labels = areas.get(area) ?? labelsOf(t, area)
  areas.set(area, labels)
  return labels
}

function labelsOf(t: TranslateFunction, area: TextNamespace): FieldLabels {
  const textCache = new Map<string, string>()
  const findText = (key: string) => {
    // Only existing texts are cached, because missing texts may still be loaded.
    const text = textCache.get(key) ?? (hasText(key) ? t(key as TextKey) : undefined)
    if (text !== undefined) textCache.set(key, text)
    return text
  }
  return {
    field: (name, labelKey) =>
      labelKey ? t(labelKey) : (findText(`${area}:fields.${name}`) ?? splitIdentifierWords(name)),
    value: (name, value) =>
      findText(`${area}:values.${name}.${keyOf(value)}`) ?? findText(`kit:values.${keyOf(value)}`) ?? `${value}`,
  }
}

/** Replaces dots and colons in a value ("St. John"), because the text lookup reads them as separators. */
const keyOf = (value: string | number) => `${value}`.replace(/[.:]/g, '_')

/** Makes a readable label for a field without a text: InvoiceNo → Invoice no. */
export const splitIdentifierWords = (name: string) => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+/)
  return words
    .map((word, index) =>
      index === 0 ? word[0]!.toUpperCase() + word.slice(1) : /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase(),
    )
    .join(' ')
}
