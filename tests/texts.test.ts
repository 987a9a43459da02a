import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages, namespaces, textsIn, textsOf } from './texts.ts'

// A text that is missing in one language is only seen by the people who read that language. So it is asserted here.

/** Languages have other plural forms (`_one`, `_many`, `_other`), so a plural is one key, whatever forms it has. */
const unplural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keysOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(unplural))].sort()
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort()

/** Texts that are rightly the same in another language: names, units, abbreviations, and words that French shares. */
const sameOnPurpose = new Set<string>(JSON.parse(readFileSync('tests/texts-same.json', 'utf8')))

describe.each(namespaces)('the texts of %s', (name) => {
  const english = textsOf(name, 'en')

  test.each(languages.slice(1))('have the keys of the English ones in %s', (language) => {
    expect(keysOf(textsOf(name, language))).toEqual(keysOf(english))
  })

  test.each(languages)('are never empty in %s', (language) => {
    const empty = [...textsOf(name, language)].filter(([, text]) => text.trim() === '').map(([key]) => key)
    expect(empty).toEqual([])
  })

  test.each(languages.slice(1))('name the same values in %s', (language) => {
    const expected = new Map([...english].map(([key, text]) => [unplural(key), placeholdersOf(text)]))
    const wrong = [...textsOf(name, language)]
      // A singular may leave its number out ("one record").
      .filter(([key]) => !/_(zero|one)$/.test(key))
      .filter(([key, text]) => `${placeholdersOf(text)}` !== `${expected.get(unplural(key))}`)
    expect(wrong).toEqual([])
  })

  test.each(languages.slice(1))('are translated into %s', (language) => {
    const same = [...textsOf(name, language)]
      .filter(([key, text]) => text === english.get(key) && /\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/g, '')))
      .map(([key]) => `${name}:${key}`)
      .filter((key) => !sameOnPurpose.has(key))
    expect(same).toEqual([])
  })
})

test('every file of texts is known to the compiler, so that its keys are checked', () => {
  const declaredIn = (name: string) =>
    name === 'app' || name === 'kit' ? 'app/web/vocabulary.ts' : `areas/${name}/web.ts`
  const forgotten = namespaces.filter(
    (name) => !readFileSync(declaredIn(name), 'utf8').includes(`    ${name}: typeof `),
  )
  expect(forgotten).toEqual([])
})

test('every refusal has its text, and its English is the server’s own', async () => {
  const files = globSync(['kit/server/errors.ts', 'areas/*/contract.ts', 'areas/*/contract/*.ts']).filter(
    (file) => !file.includes('.test.'),
  )
  const wrong: string[] = []
  const english = textsIn('en')
  for (const file of files) {
    for (const { code, text } of refusalsOf(await import(join(process.cwd(), file)))) {
      const [area = '', reason = ''] = code.split('.')
      const own = english.get(`${area}:refusals.${reason}`)
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
  const all = textsIn('en')
  expect([...sameOnPurpose].filter((key) => !all.has(key))).toEqual([])
})
