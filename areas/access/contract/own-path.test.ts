import { expect, test } from 'vitest'
import { toSafeReturnPath } from './own-path.ts'

test.each([
  '/customers/7?tab=points#lots',
  '/',
  '/counter?q=%2F%2Fx',
  '/points-management/customer-transactions/listing?Search=https://carat.example/x',
  '/authorities',
  '/customers/李%20雷',
])('return path: sign-in returns the user to %s', (path) => {
  expect(decodeURI(toSafeReturnPath(path))).toBe(decodeURI(path))
})

// In some browser or after some decoding, each URL leads to another site or back to the sign-in page.
const elsewhere = [
  'https://evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'http:\\\\evil.example',
  '//evil.example/',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/./\\evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '@evil.example',
  '.evil.example',
  '?//evil.example',
  '#//evil.example',
  'customers',
  '/\u0000/evil.example',
  '/\u007f/evil.example',
  `/${'x'.repeat(3000)}`,
  '/auth/login?from=/x',
  '/AUTH/login',
  '/x/../auth/login',
  '/logout',
  '',
  null,
  undefined,
]

test.each(elsewhere)('return path: %j is replaced by the start page', (path) => {
  expect(toSafeReturnPath(path)).toBe('/')
})

test('return path: any input gives a path on this site, and parsing that path again gives the same path', () => {
  const parts = [
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2f',
    '%5c',
    '%09',
    '\t',
    '\n',
    'evil.example',
    'https:',
    '@',
    '?',
    '#',
    ':',
    ' ',
  ]
  const candidates = parts.flatMap((first) => parts.flatMap((two) => parts.map((three) => `/${first}${two}${three}`)))
  const wrong = candidates.filter((candidate) => {
    const path = toSafeReturnPath(candidate)
    const stays = new URL(path, 'https://carat.example').origin === 'https://carat.example'
    return !stays || !/^\/(?![/\\])/.test(path) || toSafeReturnPath(path) !== path
  })
  expect(wrong).toEqual([])
})
