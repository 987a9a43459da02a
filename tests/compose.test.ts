import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'

// Tests compose.yaml and deploy/create-secrets.sh, which it runs; `npm run image` tests the image.

type Service = {
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
}
const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carat-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const createSecrets = (env: Record<string, string>) =>
  execFileSync('sh', ['deploy/create-secrets.sh', folder], { env: { PATH: process.env.PATH!, ...env } })
const readSecrets = () =>
  Object.fromEntries(
    ['app', 'database'].flatMap((part) =>
      readdirSync(join(folder, part)).map((name) => [name, readFileSync(join(folder, part, name), 'utf8')]),
    ),
  )

test('secrets of compose.yaml: each service finds every secret that its variables name', () => {
  createSecrets({ SMTP_URL: 'smtps://mail.example' })
  const missing = Object.entries(services).flatMap(([service, { environment = {}, volumes = [] }]) => {
    const mount = volumes.find((volume) => volume.endsWith(':/run/secrets:ro'))
    const part = mount && /^\.\/deploy\/secrets\/(\w+):/.exec(mount)![1]!
    return Object.entries(environment)
      .filter(([name]) => name.endsWith('_FILE'))
      .filter(([, path]) => !part || !readdirSync(join(folder, part)).includes(path.replace('/run/secrets/', '')))
      .map(([name]) => `${service}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('secrets of compose.yaml: are random, readable by one user, and stay when the script runs again', () => {
  createSecrets({ SMTP_URL: 'smtps://first.example' })
  const first = readSecrets()
  for (const name of ['password', 'server-secret', 'metrics-token']) expect(first[name]).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(Object.values(first)).size).toBe(5)
  expect(first['database-url']).toBe(`postgres://carat:${first.password}@database:5432/carat`)
  for (const file of ['app/server-secret', 'app/smtp-url', 'database/password'])
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)

  createSecrets({})
  expect(readSecrets()).toEqual(first)
  createSecrets({ SMTP_URL: 'smtps://second.example' })
  expect(readSecrets()).toEqual({ ...first, 'smtp-url': 'smtps://second.example' })
})

test('compose.yaml: the proxy knows every process of Carat, and no service starts before the secrets exist', () => {
  const processes = Object.keys(services).filter((name) => name.startsWith('app-'))
  expect(processes).toHaveLength(2)
  expect(services.proxy!.environment!.CARAT_PROCESSES).toBe(processes.map((name) => `${name}:3000`).join(' '))
  expect(services.database!.depends_on).toEqual({ secrets: { condition: 'service_completed_successfully' } })
  for (const name of [...processes, 'backup'])
    expect(services[name]!.depends_on).toEqual({ database: { condition: 'service_healthy' } })
})
