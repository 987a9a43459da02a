import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { certificate } from '#tests/factories/certificates.ts'
import { useApp } from '#tests/harness.ts'
import { registerCertificateGauges } from './certificate-gauges.ts'
import { judgeValidity, readCertificate } from './certificates.ts'

const app = useApp()

const portOf = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('certificate: the end of a self-signed certificate is read, and shows in the metrics', async () => {
  const { pem, key } = certificate('127.0.0.1')
  const server = createTlsServer({ cert: pem, key })
  const url = `https://127.0.0.1:${await portOf(server)}`
  expect(await readCertificate(url)).toEqual({ from: new Date('2020-01-01'), to: new Date('2040-01-01') })

  const registry = new Registry()
  registerCertificateGauges(registry, app.database, url)
  await expect.poll(() => registry.metrics()).toMatch(/carat_certificate_expiry_seconds\{of="public"\} \d{8}/)
  expect(await registry.metrics()).toContain(`carat_certificate_lifetime_seconds{of="public"} ${7305 * 86_400}`)
  // The connections of the tests have no TLS.
  expect(await registry.metrics()).not.toContain('of="database"')
  server.close()
})

test('certificate: a server without TLS and a URL without https have no certificate', async () => {
  const server = createServer((socket) => socket.end('no TLS'))
  const port = await portOf(server)
  expect(await readCertificate(`https://127.0.0.1:${port}`)).toBeUndefined()
  expect(await readCertificate(`http://127.0.0.1:${port}`)).toBeUndefined()
  server.close()
})

test.each([
  ['a year', 365 * 24, [13 * 24, 2 * 24]],
  ['90 days', 90 * 24, [13 * 24, 2 * 24]],
  ['6 days', 6 * 24, [20, 5]],
  ['12 hours', 12, [1.5, 0.4]],
])('certificate: one of %s is late only after the usual time of its renewal', (_, hours, [late, urgent]) => {
  const hour = 3_600_000
  const judgement = (left: number) =>
    judgeValidity({ from: new Date(0), to: new Date(hours * hour) }, (hours - left) * hour)
  // Authorities' clients renew when a third of the life is left.
  expect(judgement(hours / 3)).toBe('valid')
  expect(judgement(late!)).toBe('late')
  expect(judgement(urgent!)).toBe('urgent')
  expect(judgement(-1)).toBe('urgent')
})
