import { type T, useT } from './i18n.ts'
import { hasText } from './text-store.ts'
import type { TextKey, Texts } from './vocabulary.ts'

/** An area that has texts: `setup`, `customers`, … */
export type Area = keyof Texts & string

/**
 * How an area names its fields and the values of its enumerations: `fields.<Field>` and `values.<Field>.<Value>` of
 * its texts, else of the kit's, where what areas call alike is named once.
 */
export function useLabels(area: Area) {
  const t = useT()
  return labelsIn(t, area)
}

type Labels = {
  field: (name: string, own?: TextKey) => string
  value: (name: string, value: string | number) => string
}
const made = new WeakMap<T, Map<Area, Labels>>()

/** Made once for a language, and what was found is kept: the same few words stand in every row. */
export function labelsIn(t: T, area: Area): Labels {
  const areas = made.get(t) ?? new Map<Area, Labels>()
  made.set(t, areas)
  const labels = areas.get(area) ?? labelsOf(t, area)
  areas.set(area, labels)
  return labels
}

function labelsOf(t: T, area: Area): Labels {
  const found = new Map<string, string>()
  const known = (key: string) => {
    // What is not there may still arrive: only what was found is kept.
    const text = found.get(key) ?? (hasText(key) ? t(key as TextKey) : undefined)
    if (text !== undefined) found.set(key, text)
    return text
  }
  return {
    field: (name, own) => (own ? t(own) : (known(`${area}:fields.${name}`) ?? wordsOf(name))),
    value: (name, value) =>
      known(`${area}:values.${name}.${keyOf(value)}`) ?? known(`kit:values.${keyOf(value)}`) ?? `${value}`,
  }
}

/** A dot or a colon in a value ("St. John") would be read as a path of keys. */
const keyOf = (value: string | number) => `${value}`.replace(/[.:]/g, '_')

/** A readable label for a field without a text: InvoiceNo → Invoice no. */
export const wordsOf = (name: string) => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+/)
  return words
    .map((word, place) =>
      place === 0 ? word[0]!.toUpperCase() + word.slice(1) : /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase(),
    )
    .join(' ')
}
