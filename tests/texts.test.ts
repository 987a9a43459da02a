import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { publicFormRefusals, responseRefusals } from '#areas/feedback/contract.ts'
import { kitRefusals as refusalsOfKit } from '#kit/server/errors.ts'
import { readTexts, type Tree } from '../scripts/texts-in-parts.ts'
import { languages, namespaces, refusals, textsIn, textsOf } from './texts.ts'

// A missing text is only noticed by readers of that language, so this test checks all languages.

/** Counts all plural forms of a text (`_one`, `_many`, `_other`) as one key, because languages have different forms. */
const unplural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keysOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(unplural))].sort()
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort()

/** Texts that are correctly the same in another language, grouped by reason. */
const sameOnPurpose = new Set(
  Object.values(JSON.parse(readFileSync('tests/texts-same.json', 'utf8')) as Record<string, string[]>).flat(),
)

/** The namespaces of surveys, which are the only pages in Malay. */
const publicInMalay = namespaces.filter((name) => ['public/kit', 'public/feedback'].includes(name))

/** Returns all texts in one language of the pages that offer Malay: a survey and its errors. */
const malayOf = (language: string) =>
  new Map(
    [...publicInMalay, 'kit', 'feedback'].flatMap((name) =>
      [...textsOf(name, language)]
        .filter(([key]) => name.startsWith('public/') || key.startsWith('refusals.') || key.startsWith('issues.'))
        .map(([key, text]): [string, string] => [`${name}:${key}`, text]),
    ),
  )

/** The errors that a respondent of a survey may see; all other errors are for staff. */
const { notFound: _1, deleted: _2, notDeleted: _3, undoOver: _4, otherOutlet: _5, ...answerRefusals } = responseRefusals

describe.each(namespaces)('texts of %s', (name) => {
  const english = textsOf(name, 'en')

  test.each(languages.slice(1))('texts in %s have the same keys as in English', (language) => {
    expect(keysOf(textsOf(name, language))).toEqual(keysOf(english))
  })

  test.each(languages)('texts in %s are never empty', (language) => {
    const empty = [...textsOf(name, language)].filter(([, text]) => text.trim() === '').map(([key]) => key)
    expect(empty).toEqual([])
  })

  test.each(languages.slice(1))('texts in %s have the same placeholders as in English', (language) => {
    const expected = new Map([...english].map(([key, text]) => [unplural(key), placeholdersOf(text)]))
    const wrong = [...textsOf(name, language)]
      // A singular may omit its number ("one record").
      .filter(([key]) => !/_(zero|one)$/.test(key))
      .filter(([key, text]) => `${placeholdersOf(text)}` !== `${expected.get(unplural(key))}`)
    expect(wrong).toEqual([])
  })

  test.each(languages.slice(1))('texts in %s differ from the English texts', (language) => {
    const same = [...textsOf(name, language)]
      .filter(([key, text]) => text === english.get(key) && /\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/g, '')))
      .filter(([, text]) => !sameOnPurpose.has(text))
      .map(([key, text]) => `${name}:${key}: ${text}`)
    expect(same).toEqual([])
  })
})

test('every texts file is declared to the compiler, which checks its keys', () => {
  const declaredIn = (name: string) => {
    if (name === 'public/kit') return 'kit/public/texts.ts'
    if (name.startsWith('public/')) return `areas/${name.slice('public/'.length)}/public.ts`
    return name === 'app' || name === 'kit' ? 'app/web/vocabulary.ts' : `areas/${name}/web.ts`
  }
  const forgotten = namespaces.filter((name) => {
    const namespace = name.replace('public/', '')
    return !readFileSync(declaredIn(name), 'utf8').includes(
      `${/-/.test(namespace) ? `'${namespace}'` : namespace}: typeof `,
    )
  })
  expect(forgotten).toEqual([])
})

test('the texts of survey pages exist in Malay as well', () => {
  const spoken = publicInMalay.map((name) => ({ name, keys: keysOf(textsOf(name, 'ms')) }))
  expect(spoken).toEqual(publicInMalay.map((name) => ({ name, keys: keysOf(textsOf(name, 'en')) })))
})

test('survey errors exist in Malay, so that readers of Malay see no English', () => {
  const codes = Object.values({ ...publicFormRefusals, ...answerRefusals, ...refusalsOfKit }).map(({ code }) => code)
  const [malay, english] = [malayOf('ms'), malayOf('en')]
  expect(codes.filter((code) => !malay.has(code.replace('.', ':refusals.')))).toEqual([])
  const faultsOfFields = [...english.keys()].filter((key) => key.startsWith('kit:issues.'))
  expect(faultsOfFields.filter((key) => !malay.has(key))).toEqual([])
  // A text without its numbers and names must still differ between languages.
  const same = [...malay].filter(
    ([key, text]) => text === english.get(key) && /\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/g, '')),
  )
  expect(same).toEqual([])
})

test('every error exists in every language', () => {
  const silent = languages.flatMap((language) => {
    const texts = textsIn(language)
    return refusals
      .filter(({ code }) => !texts.has(code.replace('.', ':refusals.')))
      .map(({ code, text }) => `${code} in ${language}: ${text}`)
  })
  expect(silent).toEqual([])
})

test('an English text of a contract is not repeated in a file of texts', () => {
  const declared = new Set(refusals.map(({ code }) => code))
  const again = namespaces.flatMap((name) =>
    writtenIn(readTexts(name)).filter(([[group, ...rest], { en }]) =>
      group === 'refusals' ? en && declared.has(`${name}.${rest.join('.')}`) : group === 'values' && en === rest.at(-1),
    ),
  )
  expect(again).toEqual([])
})

test('an error text that the kit shares is used at least twice', () => {
  const users = Object.keys(readTexts('kit').sentences ?? {}).map((sentence) => ({
    sentence,
    users: refusals.filter(({ text }) => text === sentence).length,
  }))
  expect(users.filter(({ users }) => users < 2)).toEqual([])
})

test('no area repeats a name of the shared vocabulary', () => {
  const shared = new Map(vocabularyOf('kit'))
  const repeated = namespaces
    .filter((name) => name !== 'kit')
    .flatMap((name) => vocabularyOf(name).filter(([key, text]) => shared.get(key) === text))
  expect(repeated).toEqual([])
})

/** The names of fields and values, with the texts of each in all languages. */
const vocabularyOf = (name: string) =>
  writtenIn(readTexts(name))
    .filter(([[group]]) => group === 'fields' || group === 'values')
    .map(([index, text]): [string, string] => [index.join('.'), JSON.stringify(text)])

/** Returns each text of the file with its path and its languages. */
function writtenIn(tree: Tree, place: string[] = []): [string[], Tree][] {
  return Object.entries(tree).flatMap(([key, value]): [string[], Tree][] =>
    typeof value === 'string' ? [] : 'fr' in value ? [[[...place, key], value]] : writtenIn(value, [...place, key]),
  )
}

test('all visible words of pages come from files of texts', () => {
  const pages = globSync([
    '{app,kit}/{web,public}/**/*.tsx',
    'areas/*/{web,public}/**/*.tsx',
    'areas/*/*/web.tsx',
  ]).filter((file) => !file.includes('.test.'))
  const literals = pages.flatMap((file) => literalsIn(readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`))
  expect(literals).toEqual([])
})

/** Matches text between two tags and in attributes that are read to users; a simple scan, not a parser. */
function literalsIn(source: string) {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    // Excludes names of keyboard keys, which are the same in every language.
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

test('check of literal words in pages: finds words in markup and in attributes', () => {
  expect(literalsIn('<h1>Hello there</h1>')).toEqual(['Hello there'])
  expect(literalsIn('<Input placeholder="Type here" />')).toEqual(['Type here'])
  expect(literalsIn("<h1>{t('app:home')}</h1> // <b>note</b>")).toEqual([])
})

test('every field on a page has a name in the area’s texts or in the shared vocabulary', () => {
  const english = textsIn('en')
  const pages = globSync(['areas/*/web.ts', 'areas/*/web/**/*.{ts,tsx}', 'areas/*/*/web.tsx']).filter(
    (file) => !file.includes('.test.'),
  )
  const nameless = pages.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const areas = [
      'kit',
      file.split('/')[1],
      ...[...source.matchAll(/area="(\w+)"|useLabels\('(\w+)'/g)].flat().slice(1),
    ]
    return fieldsIn(source)
      .filter((field) => !areas.some((area) => english.has(`${area}:fields.${field}`)))
      .map((field) => `${file}: ${field}`)
  })
  expect(nameless).toEqual([])
})

/** Returns the names of columns, fields and facts in a declaration, except those with their own title. */
const fieldsIn = (source: string) => [
  ...[...source.matchAll(/\{[^{}]*?(?<!\()\b(?:field|name): '([A-Z]\w+)'[^{}]*/g)]
    .filter(([declared]) => !/\b(?:title|label):/.test(declared))
    .map(([, field]) => field!),
  ...[...source.matchAll(/\bfield\('([A-Z]\w+)'/g)].map(([, field]) => field!),
  ...[...source.matchAll(/\b(?:columns|fields|facts)(?:=\{|: )\[((?:[^[\]{}]|\{[^{}]*\})*)\]/g)].flatMap(([, list]) =>
    [...list!.replace(/\{[^{}]*\}/g, '').matchAll(/'([A-Z]\w+)'/g)].map(([, field]) => field!),
  ),
]

test('check of field names in pages: finds fields in columns, forms and labels', () => {
  expect(fieldsIn("[{ field: 'Points' }, { name: 'Tax', title: 'x:y' }]")).toEqual(['Points'])
  expect(fieldsIn("<RecordForm fields={['Name', { name: 'Code', wide: true }]} />")).toEqual(['Code', 'Name'])
  expect(fieldsIn("recordScreen({ columns: ['Name'], fields: ['Size'] })")).toEqual(['Name', 'Size'])
  expect(fieldsIn("labels.field('Remark')")).toEqual(['Remark'])
})

test('every entry of texts-same.json is the same in English and in another language', () => {
  const english = textsIn('en')
  const shared = new Set(
    languages
      .slice(1)
      .flatMap((language) => [...textsIn(language)])
      .filter(([key, text]) => english.get(key) === text)
      .map(([, text]) => text),
  )
  expect([...sameOnPurpose].filter((text) => !shared.has(text))).toEqual([])
})
