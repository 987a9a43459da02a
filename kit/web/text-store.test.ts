import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textsIn } from './i18n.ts'
import { fillText } from './text-lookup.ts'
import { activeLanguage, addTexts, hasText, onLanguageChange, switchLanguage, translate } from './text-store.ts'

// Namespaces of their own: other test files of the same worker read the store too.

const initial = activeLanguage()
beforeAll(() => {
  addTexts('en', {
    kit: { fields: { Lookup: 'Shared name' } },
    lookup: {
      title: 'Title',
      greeting: 'Dear {{Name}}, {{Name}} & {{Count}}',
      english: 'English only',
      rows_one: '{{count}} row',
      rows_other: '{{count}} rows',
      points_one: '{{Points}} point',
      points_other: '{{Points}} points',
    },
  })
  addTexts('fr', {
    kit: { fields: { Lookup: 'Nom commun' } },
    lookup: {
      title: 'Titre',
      rows_one: '{{count}} ligne',
      rows_many: '{{count}} de lignes',
      rows_other: '{{count}} lignes',
    },
  })
  addTexts('zh', { lookup: { title: '标题', rows_other: '{{count}} 行' } })
  addTexts('ja', { lookup: { title: '題名', rows: '{{count}} 行' } })
  switchLanguage('en')
})
afterAll(() => switchLanguage(initial))

describe('a text with placeholders', () => {
  test('shows each parameter wherever it is named, without escaping', () => {
    expect(translate('lookup:greeting', { Name: '<Mei> $&', Count: 2 })).toBe('Dear <Mei> $&, <Mei> $& & 2')
  })
  test('keeps a placeholder that has no parameter', () => {
    expect(translate('lookup:greeting', { Name: 'Mei' })).toBe('Dear Mei, Mei & {{Count}}')
  })
  test('shows a parameter in the format of its page', () => {
    expect(fillText('{{a}} of {{b}}', { a: 1, b: 'x' }, (value) => `[${value}]`)).toBe('[1] of [x]')
  })
})

describe('a text with a count', () => {
  test.each([
    ['en', 1, '1 row'],
    ['en', 0, '0 rows'],
    ['en', 2, '2 rows'],
    ['fr', 0, '0 ligne'],
    ['fr', 2, '2 lignes'],
    ['fr', 1_000_000, '1000000 de lignes'],
    ['zh', 1, '1 行'],
    ['ja', 1, '1 行'],
  ])('has the plural form of the language: %s, %i', (language, count, text) => {
    expect(translate('lookup:rows', { count }, language)).toBe(text)
  })
})

test('a number with another name than count has its plural form too, formatted or not', () => {
  expect(translate('lookup:points', { Points: '1' })).toBe('1 point')
  expect(translate('lookup:points', { Points: '1,000' })).toBe('1,000 points')
})

describe('a text that is missing', () => {
  test.each([
    ['in the language is read in English', 'lookup:english', 'fr', 'English only'],
    ['in its area is read from the kit, in the language', 'lookup:fields.Lookup', 'fr', 'Nom commun'],
    ['in its area and in the language is read from the kit in English', 'lookup:fields.Lookup', 'ja', 'Shared name'],
    ['everywhere is shown as its key', 'lookup:no.such', 'fr', 'lookup:no.such'],
    ['because the key names a group is shown as its key', 'lookup:fields', 'fr', 'lookup:fields'],
  ])('%s', (_, key, language, text) => {
    expect(translate(key, {}, language)).toBe(text)
  })
  test('is known to be missing', () => {
    expect([hasText('lookup:title'), hasText('lookup:no.such'), hasText('lookup:fields')]).toEqual([true, false, false])
  })
})

test('texts that arrive later join those of the same group', () => {
  addTexts('en', { lookup: { group: { first: 'First', second: 'Second' } } })
  addTexts('en', { lookup: { group: { second: 'Replaced', third: 'Third' } } })
  expect(['first', 'second', 'third'].map((name) => translate(`lookup:group.${name}`))).toEqual([
    'First',
    'Replaced',
    'Third',
  ])
})

test('a change of language notifies every subscriber once, until it unsubscribes', () => {
  const seen: string[] = []
  const unsubscribe = onLanguageChange(() => seen.push(translate('lookup:title')))
  switchLanguage('fr')
  switchLanguage('zh')
  unsubscribe()
  switchLanguage('en')
  expect(seen).toEqual(['Titre', '标题'])
})

test('a language keeps its function of texts, so pages are drawn again only when the language changes', () => {
  expect(textsIn('fr')).toBe(textsIn('fr'))
  expect(textsIn('fr')).not.toBe(textsIn('zh'))
})
