import { describe, expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { foldText, hasCjk, normaliseCode, normaliseLines, normaliseText } from './normal-form.ts'

const app = useApp()

describe('normal form', () => {
  test.each([
    ['田中　太郎', '田中 太郎'],
    ['TAN\u00a0AH\u202f KOW', 'TAN AH KOW'],
    ['ＴＡＮ　ＡＨ　ＫＯＷ', 'TAN AH KOW'],
    ['ﾀﾞｲｽｹ', 'ダイスケ'],
    ['ﬁona', 'fiona'],
    ['Zoe\u0308', 'Zoë'],
    ['\ufeffA\u200bli\u202c\u2069', 'Ali'],
    ['RENE\u200dE', 'RENEE'],
    ['16½', '16½'],
    ['您好，小明！', '您好，小明！'],
    ['👩\u200d💍', '👩\u200d💍'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('one line: %j is stored as %j', (typed, stored) => expect(normaliseText(typed)).toBe(stored))

  test.each([
    ['７１９２０２', '719202'],
    ['０１２–３４５ ６７８９', '012-345 6789'],
    ['ＲＷ‑００１', 'RW-001'],
    ['\u202a+60\u00a012\u22123456789\u202c', '+60 12-3456789'],
    ['（０３）７６５４３２１', '(03)7654321'],
  ])('code: %j is read as %j', (typed, read) => expect(normaliseCode(typed)).toBe(read))

  test('several lines keep their lines, indents and typographic spaces', () =>
    expect(normaliseLines('a\r\n  b\u00a0!\n　c')).toBe('a\n  b\u00a0!\n　c'))

  test('a text in normal form stays as it is', () => {
    for (const text of ['Zoë', '林💍 فاطمة', 'ダイスケ', '16½', 'O’Brien']) expect(normaliseText(text)).toBe(text)
  })
})

describe('folded form', () => {
  test.each([
    ['Élodie', 'ELODIE'],
    ['Weiß', 'WEISS'],
    ['WEIẞ', 'WEISS'],
    ['O’Brien', "O'BRIEN"],
    ['Jean‑Paul  Şahin', 'JEAN-PAUL SAHIN'],
    ['Łukasz Ørsted', 'LUKASZ ORSTED'],
    ['ＴＡＮ　Ah', 'TAN AH'],
    ['Nguyễn', 'NGUYEN'],
    ['ﾀﾞｲｽｹ', 'ダイスケ'],
    ['葛\u{e0100}城', '葛城'],
    ['ΣΊΣΥΦΟΣ', 'ΣΙΣΥΦΟΣ'],
    ['σίσυφος', 'ΣΙΣΥΦΟΣ'],
  ])('%j is compared as %j', (text, folded) => expect(foldText(text)).toBe(folded))

  test('JavaScript and the database fold, raise and lower every character that both know alike', async () => {
    const characters = Array.from({ length: 0x30000 }, (_, point) => String.fromCodePoint(point)).filter((character) =>
      /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]$/u.test(character),
    )
    // The two may know different versions of Unicode.
    const rows = await app.sql<{ typed: string; folded: string; upper: string; lower: string }>(
      `select typed, fold_text('a' || typed || 'b') as folded, upper_text('a' || typed || 'b') as upper,
         lower_text('a' || typed || 'b') as lower from unnest($1::text[], $2::text[]) given (typed, raised)
       where unicode_assigned(typed || raised)`,
      characters,
      characters.map((character) => character.toUpperCase()),
    )
    expect(rows.length).toBeGreaterThan(100_000)
    const different = rows.filter(({ typed, folded, upper, lower }) => {
      const text = `a${typed}b`
      return (
        folded !== foldText(text) ||
        upper !== text.toUpperCase().normalize('NFC') ||
        lower !== text.toLowerCase().normalize('NFC')
      )
    })
    expect(different.map(({ typed }) => `U+${typed.codePointAt(0)!.toString(16)}`)).toEqual([])
  })

  test('JavaScript and the database fold ASCII and whole names alike', async () => {
    const texts = [
      '  a\t b `c`  ',
      "O'Brien",
      'Élodie  Weiß',
      '田中　太郎',
      'TAN\u00a0AH KOW',
      'ΣΊΣΥΦΟΣ σίσυφος',
      'a\u2028b',
    ]
    const rows = await app.sql<{ folded: string }>(
      'select fold_text(typed) as folded from unnest($1::text[]) typed',
      texts,
    )
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
  })
})

test('CJK letters are recognised and other scripts are not', () =>
  expect(['小明', 'なな', 'ナナ', '김', 'TAN', 'ไทย'].map(hasCjk)).toEqual([true, true, true, true, false, false]))
