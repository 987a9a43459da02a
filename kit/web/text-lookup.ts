export type TextTree = { [key: string]: string | TextTree }

/** Namespace → its texts in one language. */
export type TextBundle = Record<string, TextTree>

export type TextParams = Record<string, string | number>

/** The text at `namespace:path.of.keys`, or undefined where the bundle has none. */
export function findText(bundle: TextBundle, key: string): string | undefined {
  const [namespace = '', path = ''] = key.split(':')
  let node: string | TextTree | undefined = bundle[namespace]
  for (const part of path.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : undefined
}

const pluralRules = new Map<string, Intl.PluralRules>()

/** Like findText. With a number in `params`, the plural form of the language comes first: `rows_one`, then `rows_other`, then `rows`. */
export function findPlural(bundle: TextBundle, key: string, language: string, params: TextParams): string | undefined {
  const count = pluralCount(params)
  if (count === undefined) return findText(bundle, key)
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language)
  pluralRules.set(language, rules)
  return findText(bundle, `${key}_${rules.select(count)}`) ?? findText(bundle, `${key}_other`) ?? findText(bundle, key)
}

const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'
/** Marks both ends of a parameter until the spaces around it are settled: INVISIBLE SEPARATOR, which no text contains. */
const EDGE = '\u2063'
/** Chinese and Japanese have spaces around figures and Latin words, but none between their own characters. */
const spacesWithinCjk = new RegExp(`(?<=${CJK}) ?${EDGE} ?(?=${CJK})`, 'gu')

/**
 * Replaces each `{{name}}` by its parameter; a placeholder without a parameter stays visible. A space between two Chinese or
 * Japanese characters is dropped: `{{when}} 退回` is "今天退回", but "3 天后退回".
 */
export const fillText = (text: string, params: TextParams, format: (value: string | number) => string = String) =>
  text
    .replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
      name in params ? EDGE + format(params[name] ?? '') + EDGE : placeholder,
    )
    .replace(spacesWithinCjk, '')
    .replaceAll(EDGE, '')

/** Parameters that determine the plural form, in order of precedence. */
const countParams = ['count', 'points', 'Points', 'members', 'vouchers', 'rows', 'n', 'failed'] as const

/** The number that determines the plural form. It may already be formatted: "1", "1,234". */
function pluralCount(params: Record<string, string | number>): number | undefined {
  const name = countParams.find((candidate) => params[candidate] !== undefined)
  if (name === undefined) return undefined
  const value = params[name]!
  return typeof value === 'number' ? value : Number(value.replace(/[^\d.-]/g, '') || Number.NaN)
}
