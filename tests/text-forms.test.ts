import { expect, test } from 'vitest'
import { foldText } from '#kit/contract/normal-form.ts'
import { useApp } from './harness.ts'

const app = useApp()

test('folded text: JavaScript and PostgreSQL agree on every character that both know', async () => {
  const characters = Array.from({ length: 0x30000 }, (_, point) => String.fromCodePoint(point)).filter((character) =>
    /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]$/u.test(character),
  )
  // Compares only known characters, because JavaScript and PostgreSQL may have different versions of Unicode.
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

test('folded text: JavaScript and PostgreSQL agree on ASCII and on names', async () => {
  const parts = ['a', 'Z', ' ', '\t', '\n', '\v', '\f', '\r', '`', "'", '']
  const texts = [
    '  a\t b `c`  ',
    "O'Brien",
    'Élodie  Weiß',
    '田中　太郎',
    'TAN\u00a0AH KOW',
    'ΣΊΣΥΦΟΣ σίσυφος',
    'a\u2028b',
    ...parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => one + two + three))),
  ]
  const rows = await app.sql<{ folded: string }>(
    'select fold_text(typed) as folded from unnest($1::text[]) typed',
    texts,
  )
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
})
