import { expect, test } from 'vitest'
import { useApp } from '#tests/harness.ts'
import { isSecurityContact } from './config-checks.ts'
import { SECURITY_TXT_PATH } from './security-txt.ts'

const at = '2026-03-10T02:00:00Z'
const publicUrl = 'https://crm.example.com'
const policy = 'https://example.com/security'
const withContact = useApp({ at, publicUrl, securityTxt: { contact: 'security@example.com', policy } })
const withoutContact = useApp({ at })
const request = { method: 'GET', url: SECURITY_TXT_PATH } as const

test('security.txt: names contact, end, language, address and policy, with an end within a year', async () => {
  const { status, headers, text } = await withContact.inject(request)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toBe(
    [
      'Contact: mailto:security@example.com',
      'Expires: 2026-09-06T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://crm.example.com/.well-known/security.txt',
      'Policy: https://example.com/security',
      '',
    ].join('\n'),
  )
})

test('security.txt: is not served without a contact', async () => {
  expect((await withoutContact.inject(request)).status).toBe(404)
})

test('security.txt: the contact is an e-mail address or an https address', () => {
  expect(['security@example.com', 'https://example.com/report'].every(isSecurityContact)).toBe(true)
  expect(['example', 'http://example.com', 'mailto:a@example.com'].some(isSecurityContact)).toBe(false)
})
