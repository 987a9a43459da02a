import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translatorForLanguage } from './i18n.ts'
import { fillText } from './text-lookup.ts'
import { activeLanguage, addTexts, hasText, onLanguageChange, switchLanguage, translate } from './text-store.ts'

// Uses separate namespaces, because other test files in the same worker use the store too.

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

describe('text with a placeholder', () => {
  test('text with a placeholder: a parameter replaces all its placeholders, and is not escaped', () => {
    expect(translate('lookup:greeting', { Name: '<Mei> $&', Count: 2 })).toBe('Dear <Mei> $&, <Mei> $& & 2')
  })
  test('text with a placeholder: a placeholder without a parameter remains in the text', () => {
    expect(translate('lookup:greeting', { Name: 'Mei' })).toBe('Dear Mei, Mei & {{Count}}')
  })
  test.each([
    ['{{when}} 退回 {{count}} 件', { when: '今天', count: 1 }, '今天退回 1 件'],
    ['于 {{when}} 退回', { when: '昨天' }, '于昨天退回'],
    ['于 {{when}} 退回', { when: '11月22日' }, '于 11月22日退回'],
    ['{{name}} 于 {{when}} 退回', { name: 'Mei', when: '今天' }, 'Mei 于今天退回'],
    ['{{when}} に {{count}} 点', { when: '今日', count: 2 }, '今日に 2 点'],
  ])(
    'text with a placeholder: spaces between Chinese or Japanese characters are removed: %s',
    (text, params, filled) => {
      expect(fillText(text, params)).toBe(filled)
    },
  )
  test('text with a placeholder: parameters are formatted by the given function', () => {
    expect(fillText('{{a}} of {{b}}', { a: 1, b: 'x' }, (value) => `[${value}]`)).toBe('[1] of [x]')
  })
})

describe('text with a count', () => {
  test.each([
    ['en', 1, '1 row'],
    ['en', 0, '0 rows'],
    ['en', 2, '2 rows'],
    ['fr', 0, '0 ligne'],
    ['fr', 2, '2 lignes'],
    ['fr', 1_000_000, '1000000 de lignes'],
    ['zh', 1, '1 行'],
    ['ja', 1, '1 行'],
  ])('text with a count: the plural form of the language is used: %s, %i', (language, count, text) => {
    expect(translate('lookup:rows', { count }, language)).toBe(text)
  })
})

test('text with a count: the parameter of the count can have another name and can be formatted', () => {
  expect(translate('lookup:points', { Points: '1' })).toBe('1 point')
  expect(translate('lookup:points', { Points: '1,000' })).toBe('1,000 points')
})

describe('text that does not exist', () => {
  test.each([
    ['in the language falls back to English', 'lookup:english', 'fr', 'English only'],
    ['in its area falls back to the kit in the language', 'lookup:fields.Lookup', 'fr', 'Nom commun'],
    ['in its area and in the language falls back to the kit in English', 'lookup:fields.Lookup', 'ja', 'Shared name'],
    ['everywhere is shown as its key', 'lookup:no.such', 'fr', 'lookup:no.such'],
    ['because its key names a group is shown as its key', 'lookup:fields', 'fr', 'lookup:fields'],
  ])('missing text: a text missing %s', (_, key, language, text) => {
    expect(translate(key, {}, language)).toBe(text)
  })
  test('missing text: hasText is false for a text that does not exist', () => {
    expect([hasText('lookup:title'), hasText('lookup:no.such'), hasText('lookup:fields')]).toEqual([true, false, false])
  })
})

test('loading of texts: texts that are loaded later are added to their group', () => {
  addTexts('en', { lookup: { group: { first: 'First', second: 'Second' } } })
  addTexts('en', { lookup: { group: { second: 'Replaced', third: 'Third' } } })
  expect(['first', 'second', 'third'].map((name) => translate(`lookup:group.${name}`))).toEqual([
    'First',
    'Replaced',
    'Third',
  ])
})

test('change of language: every subscriber is called once for each change until it unsubscribes', () => {
  const received: string[] = []
  const unsubscribe = onLanguageChange(() => received.push(translate('lookup:title')))
  switchLanguage('fr')
  switchLanguage('zh')
  unsubscribe()
  switchLanguage('en')
  expect(received).toEqual(['Titre', '标题'])
})

test('textsIn: returns the same function for the same language, so that pages are drawn again only after a change', () => {
  expect(translatorForLanguage('fr')).toBe(translatorForLanguage('fr'))
  expect(translatorForLanguage('fr')).not.toBe(translatorForLanguage('zh'))
})
