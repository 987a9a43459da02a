// Normalises typed and imported text once, when the text enters the program.
// Searches compare folded text; a test checks that `fold_text` in SQL equals `foldText` for every character.

/** Matches full-width letters and digits, half-width letters, and ligatures, each with its combining marks. */
const lettersAndDigits = /[\p{L}\p{M}\p{Nd}]+/gu
/** Matches direction marks, zero-width spaces, byte order marks and soft hyphens. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g
// Matches zero-width joiners except after an emoji, a mark or an Arabic letter, where they affect rendering.
const strayJoiners = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])[\u200c\u200d]/gu
const spaces = /[\p{Zs}\u2028\u2029]+/gu
const dashes = /[\u058a\u2010-\u2015\u207b\u208b\u2043\u2212\u2e3a\u2e3b\u30a0\ufe58\ufe63\uff0d]/g

/** Normalises multi-line text: unifies the width of letters and digits, removes invisible characters, and trims. */
export const normaliseLines = (text: string) => normaliseCharacters(text.replaceAll('\r\n', '\n')).trim()

/**
 * Normalises one line like `normaliseLines`, and collapses Unicode spaces.
 * Does not apply NFKC to the whole line, which would turn ring size 16½ into 161⁄2 and Chinese commas into Latin ones.
 */
export const normaliseText = (text: string) => normaliseLines(text).replace(spaces, ' ').trim()

/** Normalises a code, phone number or full name by NFKC and turns dashes into hyphens. Equals `normal_code` in SQL. */
export const normaliseCode = (text: string) => normaliseText(text).normalize('NFKC').replace(dashes, '-').trim()

/**
 * Extracts the phone numbers from typed text, without `tel:`, labels and words in brackets.
 * Returns text that is not a sequence of complete numbers as a single number.
 */
export function extractPhoneNumbers(typed: string): string[] {
  const text = normaliseCode(typed).replace(/\([^()]*\p{L}[^()]*\)/gu, ' ')
  const plain = (part: string) =>
    part
      .replace(/^\s*\p{L}[\p{L} /]*[:.]\s*/u, '')
      .replace(/;[a-z-]+=.*$/i, '')
      .replace(/ +/g, ' ')
      .trim()
  const parts = text
    .split(/[,;|&/]|\bor\b|\band\b/i)
    .map(plain)
    .filter(Boolean)
  const isWhole = (part: string) => part.replace(/\D/g, '').length >= DIGITS_MIN
  return parts.length > 1 && parts.every(isWhole) ? parts : [plain(text)]
}

/** The minimum number of digits of a phone number with its area code. */
const DIGITS_MIN = 8

/** Normalises characters and keeps all spaces, for streams of whole lines. */
export const normaliseCharacters = (text: string) =>
  isAscii(text)
    ? text
    : text
        .normalize('NFC')
        .replace(lettersAndDigits, (run) => run.normalize('NFKC'))
        .replace(invisible, '')
        .replace(strayJoiners, '')

/** Folds text for comparison: ignores case, accents, width, and variants of dashes, apostrophes and spaces. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/\p{Variation_Selector}/gu, '')
    .replace(dashes, '-')
    .replace(/[\u0060\u00b4\u02b9-\u02bc\u02c8\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u201c-\u201f\u2033]/g, '"')
    .toUpperCase()
    .replace(/[ÆŒÞẞ]/g, (letter) => longForms[letter]!)
    .replace(/[ØĐÐŁĦŦŊ]/g, (letter) => plainForms[letter]!)
    .normalize('NFKC')
    .replace(/[\t\n\v\f\r \u0085\u1680\u2028\u2029]+/g, ' ')
    .trim()

const longForms: Record<string, string> = { Æ: 'AE', Œ: 'OE', Þ: 'TH', ẞ: 'SS' }
const plainForms: Record<string, string> = { Ø: 'O', Đ: 'D', Ð: 'D', Ł: 'L', Ħ: 'H', Ŧ: 'T', Ŋ: 'N' }

/** True for text with Chinese, Japanese or Korean letters, which has no spaces between words. */
export const hasCjk = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u.test(text)

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)
