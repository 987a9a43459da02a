import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

// THE LETTERS OF A DOCUMENT. Fonts of Chinese and Japanese lie in some hundred files, each with the letters that are often used
// together; only those that a document has letters in are read. Latin is written as on the screen.

export type Language = 'en' | 'zh' | 'fr' | 'ja'
export type Weight = 'text' | 'strong'

/** Figures that are all as wide, so that they stand below each other. Nothing else is kept: a text is as wide as its letters. */
export const FIGURES = 'tnum'

const weights: Record<Weight, number> = { text: 400, strong: 600 }
const resolve = createRequire(import.meta.url).resolve

const families = { latin: 'inter', chinese: 'noto-sans-sc', japanese: 'noto-sans-jp' } as const
type Family = (typeof families)[keyof typeof families]

/** Where both have a letter, a Japanese reader expects the Japanese drawing of it. */
const orderOf = (language: Language): readonly Family[] =>
  language === 'ja'
    ? [families.latin, families.japanese, families.chinese]
    : [families.latin, families.chinese, families.japanese]

/** Written where no font has a letter, so that it does not look as if nothing stood there. */
const UNKNOWN = '\ufffd'

/** `latin` or `[112]`, as the package names its files and their letters. */
type Part = { family: Family; name: string; letters: readonly [number, number][] }

const partsOf = new Map<Family, Promise<readonly Part[]>>()

async function readParts(family: Family): Promise<readonly Part[]> {
  const ranges: Record<string, string> = JSON.parse(
    await readFile(resolve(`@fontsource-variable/${family}/unicode.json`), 'utf8'),
  )
  // The ordinary letters before those with rare accents, which repeat some of them.
  return Object.entries(ranges)
    .map(([name, list]) => ({ family, name, letters: list.split(',').map(rangeOf) }))
    .sort((one, other) => Number(other.name === 'latin') - Number(one.name === 'latin'))
}

function rangeOf(text: string): [number, number] {
  const [first, last = first] = text.replace(/^U\+/i, '').split('-')
  return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)]
}

/** All parts that a reader of this language may need, the nearest first. */
async function partsFor(language: Language): Promise<readonly Part[]> {
  const each = orderOf(language).map((family) => {
    const known = partsOf.get(family) ?? readParts(family)
    partsOf.set(family, known)
    return known
  })
  return (await Promise.all(each)).flat()
}

const has = ({ letters }: Part, code: number) => letters.some(([first, last]) => code >= first && code <= last)

const fonts = new Map<string, Promise<Buffer>>()
const nameOf = ({ family, name }: Part, weight: Weight) => `${family} ${name} ${weight}`

/** A part at one weight, as a font that a document can hold. Kept: there are few, and many documents need the same. */
function fontOf(part: Part, weight: Weight): Promise<Buffer> {
  const name = nameOf(part, weight)
  const known = fonts.get(name) ?? readFont(part, weights[weight])
  fonts.set(name, known)
  known.catch(() => fonts.delete(name))
  return known
}

async function readFont({ family, name, letters }: Part, wght: number) {
  const file = resolve(`@fontsource-variable/${family}/files/${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`)
  const all = letters.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, place) => first + place))
  return subsetFont(await readFile(file), String.fromCodePoint(...all), {
    targetFormat: 'sfnt',
    variationAxes: { wght },
    keepFeatures: [FIGURES],
  })
}

/** A run of letters that one font has. */
type Run = { font: string; text: string }

export type Faces = {
  fonts: ReadonlyMap<string, Buffer>
  runsOf: (text: string, weight: Weight) => Run[]
}

/** The fonts of all that a document says. */
export async function facesFor(language: Language, texts: Record<Weight, Iterable<string>>): Promise<Faces> {
  const parts = await partsFor(language)
  const partOf = new Map<number, Part | undefined>()
  const found = (code: number) => {
    if (!partOf.has(code))
      partOf.set(
        code,
        parts.find((part) => has(part, code)),
      )
    return partOf.get(code)
  }
  const latin = found(UNKNOWN.codePointAt(0)!)!
  const needed = new Map<string, Promise<Buffer>>()
  for (const weight of ['text', 'strong'] as const) {
    needed.set(nameOf(latin, weight), fontOf(latin, weight))
    const letters = new Set<string>()
    for (const text of texts[weight]) for (const letter of text) letters.add(letter)
    for (const letter of letters) {
      const part = found(letter.codePointAt(0)!)
      if (part) needed.set(nameOf(part, weight), fontOf(part, weight))
    }
  }
  const read = await Promise.all([...needed].map(async ([name, font]) => [name, await font] as const))
  return {
    fonts: new Map(read),
    runsOf(text, weight) {
      const runs: Run[] = []
      for (const letter of text) {
        const part = found(letter.codePointAt(0)!)
        const font = nameOf(part ?? latin, weight)
        const last = runs.at(-1)
        const shown = part ? letter : UNKNOWN
        if (last?.font === font) last.text += shown
        else runs.push({ font, text: shown })
      }
      return runs
    },
  }
}
