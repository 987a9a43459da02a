import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

// Chinese and Japanese fonts consist of some hundred files, grouped by characters that often occur together.
// Only font files that contain characters of the document are loaded. Latin text uses the font of the screens.

export type DocumentFontLanguage = 'en' | 'zh' | 'fr' | 'ja'
export type DocumentFontWeight = 'text' | 'strong'

/**
 * The OpenType feature for digits of equal width, with which numbers align.
 * All other font features are removed, so that the width of a text is the sum of its glyph widths.
 */
export const TABULAR_FIGURES_FONT_FEATURE = 'tnum'

const weights: Record<DocumentFontWeight, number> = { text: 400, strong: 600 }
const resolve = createRequire(import.meta.url).resolve

const families = { latin: 'inter', chinese: 'noto-sans-sc', japanese: 'noto-sans-jp' } as const
type Family = (typeof families)[keyof typeof families]

/** Returns the fonts in order of preference. Japanese documents use the Japanese form of shared characters. */
const orderOf = (language: DocumentFontLanguage): readonly Family[] =>
  language === 'ja'
    ? [families.latin, families.japanese, families.chinese]
    : [families.latin, families.chinese, families.japanese]

/** The replacement for characters that no font contains, so that such characters do not disappear. */
const UNKNOWN = '\ufffd'

/** A font file with its code point ranges, named as in the package: `latin` or `[112]`. */
type Part = { family: Family; name: string; letters: readonly [number, number][] }

const partsOf = new Map<Family, Promise<readonly Part[]>>()

async function readParts(family: Family): Promise<readonly Part[]> {
  const ranges: Record<string, string> = JSON.parse(
    await readFile(resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'),
  )
  // The subset with basic letters comes first, because subsets with rare accents repeat some basic letters.
  return Object.entries(ranges)
    .map(([name, list]) => ({ family, name, letters: list.split(',').map(rangeOf) }))
    .sort((a, b) => Number(b.name === 'latin') - Number(a.name === 'latin'))
}

function rangeOf(text: string): [number, number] {
  const [first, last = first] = text.replace(/^U\+/i, '').split('-')
  return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)]
}

/** Returns all font files for a language, in the order of preference. */
async function partsFor(language: DocumentFontLanguage): Promise<readonly Part[]> {
  const each = orderOf(language).map((family) => {
    const cached = partsOf.get(family) ?? readParts(family)
    partsOf.set(family, cached)
    return cached
  })
  return (await Promise.all(each)).flat()
}

const has = ({ letters }: Part, code: number) => letters.some(([first, last]) => code >= first && code <= last)

const fonts = new Map<string, Promise<Buffer>>()
const nameOf = ({ family, name }: Part, weight: DocumentFontWeight) => `${family} ${name} ${weight}`

/** Returns a font file at one weight. The files are cached, because many documents need the same few fonts. */
function fontOf(part: Part, weight: DocumentFontWeight): Promise<Buffer> {
  const name = nameOf(part, weight)
  const cached = fonts.get(name) ?? readFont(part, weights[weight])
  fonts.set(name, cached)
  cached.catch(() => fonts.delete(name))
  return cached
}

async function readFont({ family, name, letters }: Part, wght: number) {
  const file = resolve(`@fontsource-variable/${family}/files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`)
  const codePoints = letters.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
  )
  return subsetFont(await readFile(file), String.fromCodePoint(...codePoints), {
    targetFormat: 'sfnt',
    variationAxes: { wght },
    keepFeatures: [TABULAR_FIGURES_FONT_FEATURE],
  })
}

/** A run of characters in one font. */
type Run = { font: string; text: string }

export type DocumentFonts = {
  fonts: ReadonlyMap<string, Buffer>
  runsOf: (text: string, weight: DocumentFontWeight) => Run[]
}

/** Loads the fonts that all texts of a document need. */
export async function loadDocumentFonts(
  language: DocumentFontLanguage,
  texts: Record<DocumentFontWeight, Iterable<string>>,
): Promise<DocumentFonts> {
  const parts = await partsFor(language)
  const partOf = new Map<number, Part | undefined>()
  const findPart = (code: number) => {
    if (!partOf.has(code))
      partOf.set(
        code,
        parts.find((part) => has(part, code)),
      )
    return partOf.get(code)
  }
  const latin = findPart(UNKNOWN.codePointAt(0)!)!
  const needed = new Map<string, Promise<Buffer>>()
  for (const weight of ['text', 'strong'] as const) {
    needed.set(nameOf(latin, weight), fontOf(latin, weight))
    const letters = new Set<string>()
    for (const text of texts[weight]) for (const letter of text) letters.add(letter)
    for (const letter of letters) {
      const part = findPart(letter.codePointAt(0)!)
      if (part) needed.set(nameOf(part, weight), fontOf(part, weight))
    }
  }
  const loaded = await Promise.all([...needed].map(async ([name, font]) => [name, await font] as const))
  return {
    fonts: new Map(loaded),
    runsOf(text, weight) {
      const runs: Run[] = []
      for (const letter of text) {
        const part = findPart(letter.codePointAt(0)!)
        const font = nameOf(part ?? latin, weight)
        const last = runs.at(-1)
        const visibleLetter = part ? letter : UNKNOWN
        if (last?.font === font) last.text += visibleLetter
        else runs.push({ font, text: visibleLetter })
      }
      return runs
    },
  }
}
