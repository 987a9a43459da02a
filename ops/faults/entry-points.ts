import { API, createClient, signInStaff } from './client.ts'
import { exchangeRawBytes } from './exchange.ts'
import { expectNone, type Finding, finding } from './report.ts'
import { openTestInstallation } from './world.ts'

const PATIENCE_MS = 5_000

const contentTypes = [
  ...[
    'application/json\t',
    ' application/json',
    'application/json;',
    'application/json ;charset=utf-8',
    'APPLICATION/JSON',
  ],
  ...[
    'application/json; charset=utf-8',
    'application/jsonp',
    'application/json, text/plain',
    'text/plain, application/json',
    'text/json',
  ],
  ...[
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    '*/*',
    'json',
    'application/',
    '',
  ],
  ...[
    'application/json\\t;a=b',
    'application/json\u00a0',
    'application/json;charset=utf-7',
    'application/json;charset="utf-8"',
    'application/json/x',
  ],
]

/** Scenarios F3 and F5: bodies of every content type are validated, and too large ones are refused. */
export async function checkEntryPoints(): Promise<Finding[]> {
  const world = await openTestInstallation()
  try {
    const token = await signInStaff(world.server.base)
    const http = createClient(world.server.base, token)
    const port = Number(new URL(world.server.base()).port)
    const path = `${API}/customer/memberships/lookup`
    const passed: string[] = []
    for (const type of contentTypes) {
      // The unknown field must be refused, because without validation the call would succeed.
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n`
      const body = '{"Typed":"JC00000001","Unknown":1}'
      const answer = await exchangeRawBytes(
        port,
        Buffer.from(`${head}content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`, 'latin1'),
        PATIENCE_MS,
      )
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
      if (![400, 415].includes(status)) passed.push(`${JSON.stringify(type)}: ${status}`)
    }
    const large = await http.call(path, { Typed: 'x'.repeat(1_150_000) })
    const longHead = statusOf(
      await exchangeRawBytes(
        port,
        Buffer.from(`GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(32_768)}\r\n\r\n`),
        PATIENCE_MS,
      ),
    )
    const longAddress = statusOf(
      await exchangeRawBytes(
        port,
        Buffer.from(`GET ${API}/${'a'.repeat(16_384)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
        PATIENCE_MS,
      ),
    )
    const deep = await http.call(path, `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)
    http.close()
    return [
      expectNone(`of ${contentTypes.length} content types, those that skipped validation`, passed.length, passed),
      finding('a body of 1.1 MB', '413', large.status, large.status === 413),
      finding('headers of 32 kB', '431', longHead, longHead === 431),
      finding('a URL of 16 kB', '414 or 431', longAddress, longAddress === 414 || longAddress === 431),
      finding('10,000 levels of JSON', '400', deep.status, deep.status === 400),
      finding('the process', 'lives', world.server.exited() ? 'ended' : 'lives', !world.server.exited()),
    ]
  } finally {
    await world.close()
  }
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
