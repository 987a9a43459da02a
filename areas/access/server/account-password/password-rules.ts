import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'

// Refuses passwords that are easy to guess, whatever their length.
// No rules on the composition of passwords exist, because such rules do not make passwords harder to guess.

const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
)

/** The most frequent passwords of known breaches, which a maintained package contains. */
const breached: ReadonlySet<string> = new Set(dictionary['passwords-common'] as string[])

/** True for a listed password, and for one with a few more characters around it. */
function isListed(form: string) {
  const stem = stemOf(form)
  // A short name of the breached passwords inside of a long password does not make it easy to guess.
  return (
    common.has(form) || breached.has(form) || common.has(stem) || (breached.has(stem) && stem.length * 2 > form.length)
  )
}

const leet: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
const sequences = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const DISTINCT_MIN = 5

/** True for a common password or company word, also with digits or signs around it, "leet" spelling or repetitions. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const compact = plain.replace(/[^\p{L}\p{N}]+/gu, '')
  if (new Set(compact).size < DISTINCT_MIN) return true
  const letters = plain.replace(/[^\p{L}\p{N}@$!]+/gu, '')
  return (
    [plain, compact, unleet(letters), unleet(compact)].some(
      (form) => isListed(form) || isRepeated(form) || isRepeated(stemOf(form)),
    ) || isRun(compact)
  )
}

/** True if the password contains the user name or a name of the account's owner. */
export function containsOwnerName(password: string, names: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  return names
    .flatMap((name) => [name.toLowerCase(), ...name.toLowerCase().split(/[^\p{L}\p{N}]+/u)])
    .some((name) => name.length >= 4 && plain.includes(name))
}

const unleet = (text: string) => [...text].map((letter) => leet[letter] ?? letter).join('')

/** Removes the characters that users typically add around a word, such as 123, ! or 2026. */
const stemOf = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

function isRepeated(text: string) {
  const unit = /^(.+?)\1+$/.exec(text)?.[1]
  return unit !== undefined && (unit.length <= 4 || isListed(unit))
}

/** True if most letters of a password are neighbours in the alphabet, among the digits or on the keyboard. */
function isRun(text: string) {
  const letters = [...text]
  const steps = letters.slice(1).filter((letter, index) => areNeighbours(letters[index]!, letter)).length
  return steps >= (letters.length - 1) * 0.75
}

const areNeighbours = (first: string, second: string) =>
  sequences.some((row) => row.includes(first + second) || row.includes(second + first))
