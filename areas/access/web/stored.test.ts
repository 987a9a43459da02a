import { beforeAll, expect, test, vi } from 'vitest'
import { safePath } from './stored.ts'

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://carat.example' })
  return () => vi.unstubAllGlobals()
})

test.each(['/customers/7?tab=points#lots', '/', '/counter?q=%2F%2Fx'])(
  'after signing in %s is gone back to',
  (path) => {
    expect(safePath(path)).toBe(path)
  },
)

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'customers',
  '/auth/login?from=/x',
  '/logout',
  '',
  null,
])('%s is no way back', (path) => {
  expect(safePath(path)).toBe('/')
})
