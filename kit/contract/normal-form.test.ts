import { describe, expect, test } from 'vitest'
import { foldText, hasCjk, normaliseCode, normaliseLines, normaliseText } from './normal-form.ts'

describe('normal form of text', () => {
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

  test('normal form: a text of several lines keeps lines, indents and typographic spaces', () =>
    expect(normaliseLines('a\r\n  b\u00a0!\n　c')).toBe('a\n  b\u00a0!\n　c'))

  test('normal form: normalising a text a second time does not change it', () => {
    for (const text of ['Zoë', '林💍 فاطمة', 'ダイスケ', '16½', 'O’Brien']) expect(normaliseText(text)).toBe(text)
  })
})

describe('folded form of text for comparisons', () => {
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
  ])('folded text: %j is compared as %j', (text, folded) => expect(foldText(text)).toBe(folded))
})

test('CJK detection: Chinese, Japanese and Korean letters are recognised, and letters of other scripts are not', () =>
  expect(['小明', 'なな', 'ナナ', '김', 'TAN', 'ไทย'].map(hasCjk)).toEqual([true, true, true, true, false, false]))
