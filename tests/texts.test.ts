import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

// A text that is missing in one language is only seen by the people who read that language. So it is asserted here.

type Texts = { [key: string]: string | Texts }

const languages = ['en', 'zh', 'fr', 'ja'] as const
const folders = globSync('{app,kit,areas/*}/web/texts/en.json').map(dirname).sort()
const namespaceOf = (folder: string) => folder.split('/').at(-3) ?? folder

const read = (folder: string, language: string): Map<string, string> =>
  new Map(flatten(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))))

const flatten = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[before + key, value]] : flatten(value, `${before}${key}.`),
  )

/** Languages have other plural forms (`_one`, `_many`, `_other`), so a plural is one key, whatever forms it has. */
const unplural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keysOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(unplural))].sort()
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort()

/** Texts that are rightly the same in another language: names, units, abbreviations, and words that French shares. */
const sameOnPurpose = new Set<string>(JSON.parse(readFileSync('tests/texts-same.json', 'utf8')))

describe.each(folders)('the texts in %s', (folder) => {
  const english = read(folder, 'en')

  test.each(languages.slice(1))('have the keys of the English ones in %s', (language) => {
    expect(keysOf(read(folder, language))).toEqual(keysOf(english))
  })

  test.each(languages)('are never empty in %s', (language) => {
    const empty = [...read(folder, language)].filter(([, text]) => text.trim() === '').map(([key]) => key)
    expect(empty).toEqual([])
  })

  test.each(languages.slice(1))('name the same values in %s', (language) => {
    const expected = new Map([...english].map(([key, text]) => [unplural(key), placeholdersOf(text)]))
    const wrong = [...read(folder, language)]
      // A singular may leave its number out ("one record").
      .filter(([key]) => !/_(zero|one)$/.test(key))
      .filter(([key, text]) => `${placeholdersOf(text)}` !== `${expected.get(unplural(key))}`)
    expect(wrong).toEqual([])
  })

  test.each(languages.slice(1))('are translated into %s', (language) => {
    const name = `${namespaceOf(folder)}:`
    const same = [...read(folder, language)]
      .filter(([key, text]) => text === english.get(key) && /\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/g, '')))
      .map(([key]) => name + key)
      .filter((key) => !sameOnPurpose.has(key))
    expect(same).toEqual([])
  })
})

test('every folder of texts is known to the compiler, so that its keys are checked', () => {
  const declared = (folder: string) =>
    folder.startsWith('areas/')
      ? readFileSync(`${dirname(dirname(folder))}/web.ts`, 'utf8').includes('./web/texts/en.json')
      : readFileSync('app/web/vocabulary.ts', 'utf8').includes(folder.startsWith('app/') ? './texts' : `#${folder}`)
  const forgotten = folders.filter((folder) => !declared(folder))
  expect(forgotten).toEqual([])
})

test('every refusal has its text, and its English is the server’s own', async () => {
  const files = globSync(['kit/server/errors.ts', 'areas/*/contract.ts', 'areas/*/contract/*.ts']).filter(
    (file) => !file.includes('.test.'),
  )
  const wrong: string[] = []
  for (const file of files) {
    for (const { code, text } of refusalsOf(await import(join(process.cwd(), file)))) {
      const [area = '', reason = ''] = code.split('.')
      const folder = `${area === 'kit' ? 'kit' : `areas/${area}`}/web/texts`
      const own = existsSync(`${folder}/en.json`) ? read(folder, 'en').get(`refusals.${reason}`) : undefined
      const expected = text.replace(/\{(\w+)\}/g, '{{$1}}')
      if (own !== expected) wrong.push(`${code}: “${own ?? 'no text'}” instead of “${expected}”`)
    }
  }
  expect(wrong).toEqual([])
})

type Kind = { code: string; text: string; statusCode: number }
const isKind = (value: unknown): value is Kind => typeof value === 'function' && 'code' in value && 'text' in value

/** A refusal is exported by itself or in a catalogue. */
const refusalsOf = (module: object): Kind[] =>
  Object.values(module).flatMap((value: unknown) =>
    isKind(value) ? [value] : value !== null && typeof value === 'object' ? Object.values(value).filter(isKind) : [],
  )

test('no page has words of its own: what a person reads comes from the texts', () => {
  const pages = globSync(['app/web/**/*.tsx', 'kit/web/**/*.tsx', 'areas/*/web/**/*.tsx']).filter(
    (file) => !file.includes('.test.'),
  )
  const literals = pages.flatMap((file) => literalsIn(readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`))
  expect(literals).toEqual([])
})

/** Words between two tags, and words in the attributes that are read to people. A simple scan, not a parser. */
function literalsIn(source: string) {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    // What is printed on a key is the same in every language.
    .replace(/<kbd\b[^>]*>[^<]*<\/kbd>/g, '')
  const between = [
    ...code.matchAll(
      /<[a-zA-Z][^<>=]*(?:=(?:"[^"]*"|\{[^{}]*\})[^<>=]*)*(?<![=-])>([^<>{}()=;]*\p{L}{2}[^<>{}()=;]*)<\//gu,
    ),
  ]
  const attributes = [
    ...code.matchAll(
      /\s(?:title|label|placeholder|alt|aria-label|description|okText|cancelText)="([^"]*\p{L}{2}[^"]*)"/gu,
    ),
  ]
  return [...between, ...attributes].map(([, words = '']) => words.trim()).filter((words) => words !== '')
}

test('the scan for words finds them', () => {
  expect(literalsIn('<h1>Hello there</h1>')).toEqual(['Hello there'])
  expect(literalsIn('<Input placeholder="Type here" />')).toEqual(['Type here'])
  expect(literalsIn("<h1>{t('app:home')}</h1> // <b>note</b>")).toEqual([])
})

test('the dictionary of exceptions names only texts that exist', () => {
  const all = new Set(
    folders.flatMap((folder) => [...read(folder, 'en').keys()].map((key) => `${namespaceOf(folder)}:${key}`)),
  )
  expect([...sameOnPurpose].filter((key) => !all.has(key))).toEqual([])
})
