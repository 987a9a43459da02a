import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { publicRefusals, responseRefusals } from '#areas/feedback/contract.ts'
import { refusals as refusalsOfKit } from '#kit/server/errors.ts'
import { readTexts, type Tree } from '../scripts/texts-in-parts.ts'
import { languages, namespaces, refusals, textsIn, textsOf } from './texts.ts'

// A text that is missing in one language is only seen by the people who read that language. So it is asserted here.

/** Languages have other plural forms (`_one`, `_many`, `_other`), so a plural is one key, whatever forms it has. */
const unplural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const keysOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(unplural))].sort()
const placeholdersOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort()

/** Texts that are rightly the same in another language, by the reason: the right word is never bent to differ. */
const sameOnPurpose = new Set(
  Object.values(JSON.parse(readFileSync('tests/texts-same.json', 'utf8')) as Record<string, string[]>).flat(),
)

/** Surveys may be in Malay; the other pages are not. */
const publicInMalay = namespaces.filter((name) => ['public/kit', 'public/feedback'].includes(name))

/** All that is said in one language where Malay can be chosen: around a survey, and of what was refused there. */
const malayOf = (language: string) =>
  new Map(
    [...publicInMalay, 'kit', 'feedback'].flatMap((name) =>
      [...textsOf(name, language)]
        .filter(([key]) => name.startsWith('public/') || key.startsWith('refusals.') || key.startsWith('issues.'))
        .map(([key, text]): [string, string] => [`${name}:${key}`, text]),
    ),
  )

/** What can be wrong with answers, for the person who gives them; the others are of staff who keep them. */
const { notFound: _1, deleted: _2, notDeleted: _3, undoOver: _4, otherOutlet: _5, ...answerRefusals } = responseRefusals

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
      .filter(([, text]) => !sameOnPurpose.has(text))
      .map(([key, text]) => `${name}:${key}: ${text}`)
    expect(same).toEqual([])
  })
})

test('every file of texts is known to the compiler, so that its keys are checked', () => {
  const declaredIn = (name: string) => {
    if (name === 'public/kit') return 'kit/public/texts.ts'
    if (name.startsWith('public/')) return `areas/${name.slice('public/'.length)}/public.ts`
    return name === 'app' || name === 'kit' ? 'app/web/vocabulary.ts' : `areas/${name}/web.ts`
  }
  const forgotten = namespaces.filter((name) => {
    const own = name.replace('public/', '')
    return !readFileSync(declaredIn(name), 'utf8').includes(`${/-/.test(own) ? `'${own}'` : own}: typeof `)
  })
  expect(forgotten).toEqual([])
})

test('what public pages say around a survey is said in Malay too', () => {
  const spoken = publicInMalay.map((name) => ({ name, keys: keysOf(textsOf(name, 'ms')) }))
  expect(spoken).toEqual(publicInMalay.map((name) => ({ name, keys: keysOf(textsOf(name, 'en')) })))
})

test('whatever a survey can be refused for is said in Malay, and nothing that Malay readers see is English', () => {
  const answered = Object.values({ ...publicRefusals, ...answerRefusals, ...refusalsOfKit }).map(({ code }) => code)
  const [malay, english] = [malayOf('ms'), malayOf('en')]
  expect(answered.filter((code) => !malay.has(code.replace('.', ':refusals.')))).toEqual([])
  const faultsOfFields = [...english.keys()].filter((key) => key.startsWith('kit:issues.'))
  expect(faultsOfFields.filter((key) => !malay.has(key))).toEqual([])
  // What is left without its numbers and names has words of its own in each language.
  const same = [...malay].filter(
    ([key, text]) => text === english.get(key) && /\p{L}{2}/u.test(text.replace(/\{\{.*?\}\}/g, '')),
  )
  expect(same).toEqual([])
})

test('every refusal is said in every language', () => {
  const silent = languages.flatMap((language) => {
    const texts = textsIn(language)
    return refusals
      .filter(({ code }) => !texts.has(code.replace('.', ':refusals.')))
      .map(({ code, text }) => `${code} in ${language}: ${text}`)
  })
  expect(silent).toEqual([])
})

test('English that a contract says, a refusal or a value, is not written again', () => {
  const declared = new Set(refusals.map(({ code }) => code))
  const again = namespaces.flatMap((name) =>
    writtenIn(readTexts(name)).filter(([[group, ...rest], { en }]) =>
      group === 'refusals' ? en && declared.has(`${name}.${rest.join('.')}`) : group === 'values' && en === rest.at(-1),
    ),
  )
  expect(again).toEqual([])
})

test('a sentence of the kit is said by refusals of several areas, or twice in one', () => {
  const users = Object.keys(readTexts('kit').sentences ?? {}).map((sentence) => ({
    sentence,
    users: refusals.filter(({ text }) => text === sentence).length,
  }))
  expect(users.filter(({ users }) => users < 2)).toEqual([])
})

test('an area repeats no name of the one vocabulary', () => {
  const shared = new Map(vocabularyOf('kit'))
  const repeated = namespaces
    .filter((name) => name !== 'kit')
    .flatMap((name) => vocabularyOf(name).filter(([key, text]) => shared.get(key) === text))
  expect(repeated).toEqual([])
})

/** Names of fields and values, each with its text in all languages. */
const vocabularyOf = (name: string) =>
  writtenIn(readTexts(name))
    .filter(([[group]]) => group === 'fields' || group === 'values')
    .map(([place, text]): [string, string] => [place.join('.'), JSON.stringify(text)])

/** Each text as it stands in the file: where, and in which languages. */
function writtenIn(tree: Tree, place: string[] = []): [string[], Tree][] {
  return Object.entries(tree).flatMap(([key, value]): [string[], Tree][] =>
    typeof value === 'string' ? [] : 'fr' in value ? [[[...place, key], value]] : writtenIn(value, [...place, key]),
  )
}

test('no page has words of its own: what a person reads comes from the texts', () => {
  const pages = globSync([
    '{app,kit}/{web,public}/**/*.tsx',
    'areas/*/{web,public}/**/*.tsx',
    'areas/*/*/web.tsx',
  ]).filter((file) => !file.includes('.test.'))
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

test('every field that a page shows or asks for has its name, in the area’s texts or in the one vocabulary', () => {
  const english = textsIn('en')
  const pages = globSync(['areas/*/web/**/*.{ts,tsx}', 'areas/*/*/web.tsx']).filter((file) => !file.includes('.test.'))
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

/** Names of columns, fields and facts in a declaration, but those with a title of their own. */
const fieldsIn = (source: string) => [
  ...[...source.matchAll(/\{[^{}]*?(?<!\()\b(?:field|name): '([A-Z]\w+)'[^{}]*/g)]
    .filter(([declared]) => !/\b(?:title|label):/.test(declared))
    .map(([, field]) => field!),
  ...[...source.matchAll(/\bfield\('([A-Z]\w+)'/g)].map(([, field]) => field!),
  ...[...source.matchAll(/\b(?:columns|fields|facts)=\{\[((?:[^[\]{}]|\{[^{}]*\})*)\]\}/g)].flatMap(([, list]) =>
    [...list!.replace(/\{[^{}]*\}/g, '').matchAll(/'([A-Z]\w+)'/g)].map(([, field]) => field!),
  ),
]

test('the scan for names of fields finds them', () => {
  expect(fieldsIn("[{ field: 'Points' }, { name: 'Tax', title: 'x:y' }]")).toEqual(['Points'])
  expect(fieldsIn("<RecordForm fields={['Name', { name: 'Code', wide: true }]} />")).toEqual(['Code', 'Name'])
  expect(fieldsIn("labels.field('Remark')")).toEqual(['Remark'])
})

test('the dictionary of exceptions names only texts that some language shares with English', () => {
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
