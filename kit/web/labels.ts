import i18next from 'i18next'
import { useMemo } from 'react'
import { useT } from './i18n.ts'
import type { TextKey, Texts } from './vocabulary.ts'

/** An area that has texts: `setup`, `customers`, … */
export type Area = keyof Texts & string

/**
 * How an area names its fields and the values of its enumerations: `fields.<Field>` and `values.<Field>.<Value>` of
 * its texts, else of the kit's, where what areas call alike is named once.
 */
export function useLabels(area: Area) {
  const t = useT()
  return useMemo(() => {
    const known = (key: string) => (i18next.exists(key) ? t(key as TextKey) : undefined)
    return {
      field: (name: string, own?: TextKey) => (own ? t(own) : (known(`${area}:fields.${name}`) ?? wordsOf(name))),
      value: (name: string, value: string | number) =>
        known(`${area}:values.${name}.${keyOf(value)}`) ?? known(`kit:values.${keyOf(value)}`) ?? `${value}`,
    }
  }, [area, t])
}

/** A dot or a colon in a value ("St. John") would be read as a path of keys. */
const keyOf = (value: string | number) => `${value}`.replace(/[.:]/g, '_')

/** A field that nobody has named yet is at least readable: MembershipNo → Membership no. */
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
