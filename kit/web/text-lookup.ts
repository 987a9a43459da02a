export type TextTree = { [key: string]: string | TextTree }

/** The texts of one language, by namespace. */
export type TextBundle = Record<string, TextTree>

export type TextParams = Record<string, string | number>

/** Returns the text at `namespace:path.of.keys`; undefined if the bundle has no such text. */
export function findText(bundle: TextBundle, key: string): string | undefined {
  const [namespace = '', path = ''] = key.split(':')
  let node: string | TextTree | undefined = bundle[namespace]
  for (const part of path.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : undefined
}

const pluralRules = new Map<string, Intl.PluralRules>()

/** Finds a text in the plural form for the number in `params`: `rows_one`, `rows_other`, or else `rows`. */
export function findPlural(bundle: TextBundle, key: string, language: string, params: TextParams): string | undefined {
  const count = pluralCount(params)
  if (count === undefined) return findText(bundle, key)
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return findText(bundle, `${key}_${rules.select(count)}`) ?? findText(bundle, `${key}_other`) ?? findText(bundle, key)
}

const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'
/** The character INVISIBLE SEPARATOR marks both ends of a parameter while spaces around the parameter are removed. */
const EDGE = '\u2063'
/** Matches spaces between CJK characters. Chinese and Japanese have spaces only around figures and Latin words. */
const spacesWithinCjk = new RegExp(`(?<=${CJK}) ?${EDGE} ?(?=${CJK})`, 'gu')

/**
 * Replaces each `{{name}}` in a text by the parameter. A placeholder without a parameter stays visible.
 * Removes spaces between two Chinese or Japanese characters: `{{when}} 退回` is "今天退回", but "3 天后退回".
 */
export const fillText = (text: string, params: TextParams, format: (value: string | number) => string = String) =>
  text
    .replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
      name in params ? EDGE + format(params[name] ?? '') + EDGE : placeholder,
    )
    .replace(spacesWithinCjk, '')
    .replaceAll(EDGE, '')

/** The parameters that can determine the plural form, in order of precedence. */
const countParams = ['count', 'points', 'Points', 'members', 'vouchers', 'rows', 'n', 'failed'] as const

/** Returns the number that determines the plural form, also from formatted text such as "1,234". */
function pluralCount(params: Record<string, string | number>): number | undefined {
  const name = countParams.find((candidate) => params[candidate] !== undefined)
  if (name === undefined) return undefined
  const value = params[name]!
  return typeof value === 'number' ? value : Number(value.replace(/[^\d.-]/g, '') || Number.NaN)
}
