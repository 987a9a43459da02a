import { describe, expect, test } from 'vitest'
import { normalisePlaceholders } from './existing-parts.ts'
import { texts as specified } from './specification/texts.ts'
import { languages, refusals, textsIn } from './texts.ts'

// Checks typography and vocabulary of each language, except in texts quoted from the specification.

type Exceptions = Record<string, string>

const fixed = new Set(
  Object.values(specified)
    .flat()
    .map(({ text }) => normalisePlaceholders(text)),
)
const english = textsIn('en')
const isFixed = (key: string) => fixed.has(normalisePlaceholders(english.get(key) ?? ''))

/** Returns `key: text` for every text that matches the rule, except for the listed keys and key prefixes. */
const textsMatching = (language: (typeof languages)[number], rule: RegExp, exceptions: Exceptions = {}) =>
  [...textsIn(language)]
    .filter(
      ([key, text]) =>
        rule.test(text.replace(/\{\{\w+\}\}/g, '{{}}')) &&
        !Object.keys(exceptions).some((start) => key.startsWith(start)),
    )
    .map(([key, text]) => `${key}: ${text}`)

describe('English', () => {
  test.each([
    ['asks without “please”', /\bplease\b/i],
    ['has plural forms instead of “(s)”', /\w\(s\)/],
    ['says “can”, “cannot” or “do not have permission”', /\b(?:may not|may only|can not|can’t)\b/],
    ['has typographic apostrophes', /\w'\w/],
    ['names “another user” or “no members”', /\b(?:somebody|nobody|everybody|whoever|anybody)\b/i],
    ['puts “already” before the participle', /\balready[.:]?$/],
    ['names a number by its noun, not “so many”', /\bso (?:many|much)\b/i],
    ['says “no longer”', /\bany ?more\b|\bno longer[.;]?$/i],
    [
      'uses the words of the field',
      /\b(?:written|writes) (?:to|down)\b|\btold apart\b|\bkept by\b|\blooked at\b|\bat present\b|\bcome back\b|\bheld back\b|alone on its page/i,
    ],
  ])('%s', (_, rule) => {
    const wrong = [...english].filter(([key, text]) => rule.test(text) && !isFixed(key))
    expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test('English texts: a noun after a number that can be 1 has a singular', () => {
    // Placeholders with these names are limits, settings or shares, which are never 1 or count nothing.
    const bounds =
      /^(least|most|max|min|limit|hours|days|times|number|shown|of|sales|customers|difference|whole|exact|expected|count|field|name)$/
    const noNouns =
      /^(is|was|has|does|as|asks|sign|signs|remains|qualifies|matches|leaves|lowers|gives|earns|expires|becomes|less|this)$/
    // Excludes error texts in contracts, which have a single form in English.
    const oneForm = /:refusals\.|:reasons\./
    const wrong = [...english].filter(([key, text]) => {
      const [, name, noun = ''] = /\{\{(\w+)\}\} (?:more )?([a-z]+s)\b/.exec(text) ?? []
      return (
        name &&
        !oneForm.test(key) &&
        !bounds.test(name) &&
        !noNouns.test(noun) &&
        !/_(one|other)$/.test(key) &&
        !english.has(`${key}_one`) &&
        !isFixed(key)
      )
    })
    expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test('English texts: an error has no full stop, except where the specification has one', () => {
    const stopped = refusals.filter(({ text }) => text.endsWith('.') && !fixed.has(normalisePlaceholders(text)))
    expect(stopped.map(({ code, text }) => `${code}: ${text}`)).toEqual([])
  })
})

describe('French', () => {
  test('French texts: a narrow no-break space comes before ; ! ? and a no-break space before : and within « »', () => {
    expect(textsMatching('fr', /(?<!\u202f)[;!?]|[^\u00a0]:(?!\/)(?=\s|$)|«(?!\u00a0)|(?<!\u00a0)»/u)).toEqual([])
  })

  test('French texts: a no-break space comes before the percent sign, and no space in other languages', () => {
    expect(textsMatching('fr', /[\d}][^\d\u00a0]?%(?!\})/u)).toEqual([])
    for (const language of ['en', 'zh', 'ja'] as const) expect(textsMatching(language, /[\d}]\s%/u)).toEqual([])
  })

  test('French texts: apostrophes are typographic', () => {
    expect(textsMatching('fr', /\p{L}'\p{L}/u)).toEqual([])
  })

  test('French texts: instructions are in the imperative, without “veuillez”', () => {
    expect(textsMatching('fr', /veuillez/i)).toEqual([])
  })
})

/** Placeholders that contain a word of the reader’s language, where a space would be wrong. */
const holdsWord: Exceptions = {
  'app:appearance.custom': 'a colour’s name',
  'customers:feed.changed': 'a field’s name',
  'data-quality:quality.editOf': 'a field’s name',
  'exports:': 'the name of a list, and rows with their counter',
  'imports:reasons.': 'a field’s name',
  'imports:refusals.': 'what an import would make',
  'kit:copy.what': 'a field’s name',
  'imports:workbench.constantFor': 'a field’s name',
  'customers:mask.': 'a field’s name',
  'kit:state.toList': 'the name of a list',
  'messages:send.success': 'the name of a channel',
  'points:refusals.object_missing': 'a product type or group',
  'setup:change': 'a setting’s name',
  'setup:resetQuestion': 'a setting’s name',
  'setup:list.': 'a list’s or a language’s name',
}

describe('Chinese', () => {
  test('Chinese texts: punctuation is full-width', () => {
    expect(textsMatching('zh', /[\u3400-\u9fff][,;:?!]|[\u3400-\u9fff]\s?\(|\)\s?[\u3400-\u9fff]/)).toEqual([])
  })

  test('Chinese texts: a space separates characters from Latin letters, digits and placeholders', () => {
    expect(textsMatching('zh', /[\u3400-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u3400-\u9fff]/)).toEqual([])
    expect(textsMatching('zh', /[\u3400-\u9fff]\{\{|\}\}[\u3400-\u9fff]/, holdsWord)).toEqual([])
  })
})

describe('Japanese texts', () => {
  test('Japanese texts: colons, brackets and question marks are full-width', () => {
    expect(textsMatching('ja', /[\u3041-\u30ff\u3400-\u9fff][:?!]|[\u3041-\u30ff\u3400-\u9fff]\s?\(|〜/)).toEqual([])
  })

  test('Japanese texts: a space separates characters from Latin letters, digits and placeholders', () => {
    const [before, after] = ['[\\u3041-\\u30fa\\u30fc-\\u30ff\\u3400-\\u9fff]', '[A-Za-z0-9]']
    expect(textsMatching('ja', new RegExp(`${before}${after}|${after}${before}`))).toEqual([])
    expect(textsMatching('ja', new RegExp(`${before}\\{\\{|\\}\\}${before}`), holdsWord)).toEqual([])
  })

  test('Japanese texts: a failure has the form “could not”, and “already” is written すでに', () => {
    expect(textsMatching('ja', /に失敗しました|既に/)).toEqual([])
  })
})

/** The words to replace on screens, because one idea has one word. */
const mustGo: Record<(typeof languages)[number], [word: RegExp, instead: string, exceptions?: Exceptions][]> = {
  en: [
    [/\bowe[sd]?\b|\barrears\b/i, 'negative balance'],
    [/\bwaive/i, 'write off'],
    [/\bbring(?:s|ing)? back\b|\bbrought back\b/i, 'unarchive'],
    [/\bsurvivor\b/i, 'record kept'],
    [/\btaken? back\b|\btakes back\b/i, 'reverse, cancel'],
    [/\bchanges? of level\b/i, 'level change'],
    [/\bdays of grace\b/i, 'grace period'],
    [/\bthe books\b/i, 'ledger'],
    [/\bsecond person\b/i, 'another user'],
    [/\bthe nights?\b/i, 'nightly jobs'],
    [/\bmembers? of staff\b|\bsales person\b/i, 'staff member, salesperson', { 'kit:': 'the specification’s own' }],
    [/\btelephone\b|\bcontact no\b/i, 'phone'],
    [/\bMembership No\b(?!\.)|\bidentity no\b(?!\.)/, 'membership no., identity no.'],
  ],
  zh: [
    [/顾客/, '客户'],
    [/会籍|会员资格/, '会员卡'],
    [/尊贵会员|非尊贵/, '高级会员'],
    [/欠分|欠积分|欠 \{\{/, '负积分'],
    [/卡级别/, '卡等级'],
    [/积分结构|费率/, '积分方案, 积分比率'],
    [/账簿|账本/, '积分流水'],
    [/待决定|决定人/, '待审批, 审批人'],
    [/单据/, '发票'],
    [/归入/, '关联'],
    [/挽回/, '联系'],
    [/非活跃/, '有效、停用'],
    [/认领/, '领券'],
    [/电子邮件|电子邮箱/, '电邮'],
    [/证件号码/, '证件号'],
    [/已成功/, '已'],
  ],
  fr: [
    [/magasin|point de vente|points de vente/i, 'boutique', { 'staff:values.BuildingTypeId.5': 'a department store' }],
    [/\bpaliers?\b/i, 'niveau'],
    [/courriel/i, 'e-mail'],
    [/montée en gamme|monter en gamme/i, 'passage en Premium'],
    [/\brenonc|\bdispenser\b/i, 'effacer'],
    [/faire revenir/i, 'désarchiver'],
    [/\bdépartement/i, 'service'],
    [/structures? de points/i, 'barème'],
    [/livres\b/i, 'grand livre'],
    [/importation/i, 'import'],
    [/\bla nuit\b|\bles nuits\b/i, 'traitements de nuit'],
    [/membres? premium/, 'Membre Premium'],
  ],
  ja: [
    [/会員資格/, '会員カード'],
    [/請求書/, '伝票'],
    [/本社/, '本部'],
    [/カードカテゴリー/, 'カード区分'],
    [/サイクル/, '判定期間'],
    [/不足分|不足ポイント|未精算/, 'マイナスポイント'],
    [/ポイント体系|ポイント構成|ポイント率/, 'ポイント付与ルール, ポイント付与率'],
    [/ロット/, '付与分'],
    [/元帳|帳簿/, 'ポイント台帳'],
    [/一見客/, '非会員'],
    [/商品券|金券|クーポン/, 'バウチャー'],
    [/レコード/, 'データ'],
    [/シミュレーション/, '試算'],
    [/判断待ち|決定待ち/, '承認待ち'],
    [/あなた/, '自分、お客様'],
    [/役割/, 'ロール'],
  ],
}

describe.each(languages)('in %s', (language) => {
  test.each(mustGo[language])('the text does not contain %s: the word is “%s”', (word, _, exceptions) => {
    expect(textsMatching(language, word, exceptions).filter((line) => !isFixed(line.split(': ')[0]!))).toEqual([])
  })
})
