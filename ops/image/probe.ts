import { expectNone, type Finding, finding } from '../faults/report.ts'
import type { StartedImage } from './start.ts'

const expectStatus = (measure: string, goal: number, status: number) =>
  finding(measure, String(goal), status, status === goal)

/** Calls the health addresses, the sign-in page, the API and the command line, and stops the server. */
export async function probeServer(server: StartedImage): Promise<Finding[]> {
  const get = (path: string) => fetch(new URL(path, server.base))
  const page = await get('/auth/login')
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(await page.text()) ?? []
  const scriptReply = script === undefined ? undefined : await fetch(new URL(script, `${server.base}/auth/login`))
  const profile = await get('/api/1.0/auth/profile')
  const findings = [
    expectStatus('/healthz', 200, (await get('/healthz')).status),
    expectStatus('/readyz', 200, (await get('/readyz')).status),
    expectStatus('sign-in page', 200, page.status),
    expectStatus('script of the sign-in page', 200, scriptReply?.status ?? 0),
    expectStatus('a call without a token', 401, profile.status),
    await probeCommand(server, 'prove'),
    await probeCommand(server, 'help'),
  ]
  const bugs = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":50'))
  return [
    ...findings,
    expectNone('errors in the log', bugs.length, bugs),
    expectStatus('exit code after SIGTERM', 0, (await server.stop()) ?? -1),
  ]
}

async function probeCommand(server: StartedImage, name: string): Promise<Finding> {
  const failure = await server.cli(name).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return finding(`command ${name}`, 'succeeds', failure?.slice(0, 400) ?? 'succeeds', failure === undefined)
}
